import { expect, test } from 'vitest';
import type { GameEvent } from '../wire/events';
import { asView } from '../wire/view';
import { POINTS } from '../wire/points.fixture';
import { afterEvents } from './apply';
import { planBeats } from './plan';
import games from './turns.fixture.json';

type Shown = Record<string, unknown>;
const DESSERTS = { ...POINTS, desserts: Object.fromEntries(words().map((word) => [word, POINTS.desserts.pudding!])) };

function words(): string[] {
  return ['pudding', 'strawberry', 'yogurt', 'tea', 'mochi'];
}

/** A table of the fixture as a view of its kind. */
function viewOf(shown: Shown) {
  const hands = 'pyramid' in shown || 'belts' in shown ? {} : { hands: [] };
  return asView({ okawari: 'view', ...hands, ...shown });
}

/** What can be compared: a view lists the cards of a plate in an order of its own, and counts desserts. */
function seen({ plates, desserts, on_wasabi: dipped, trays, belts, pyramid, squishy, scores }: Shown): Shown {
  const sorted = (lists: unknown) => (lists as string[][] | undefined)?.map((list) => list.toSorted());
  const lists = (plates ?? trays) as string[][];
  const onWasabi = (dipped as number[][]).map((places, who) => places.map((place) => lists[who]![place]).toSorted());
  return {
    plates: sorted(plates),
    desserts: sorted(desserts),
    trays: sorted(trays),
    onWasabi,
    belts,
    pyramid,
    squishy,
    scores,
  };
}

test.each(games)('events lead to the table that the server shows: $name', ({ before, turns }) => {
  let now: Shown = before;
  for (const { events, after } of turns) {
    const done = planBeats(events as GameEvent[]).flatMap((beat) => beat.done);
    const ends = events.some(({ event }) => event === 'round-score');
    const then = { ...afterEvents(viewOf(now), done, DESSERTS) };
    if (!ends) expect(seen(then)).toEqual(seen(after));
    now = after;
  }
});

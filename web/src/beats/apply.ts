// The table after some events of a turn, for as long as its beats are shown. The view of the server follows at the end.
import { kind } from '../game/dishes';
import type { GameEvent } from '../wire/events';
import { isRoll, type View } from '../wire/view';
import type { Points } from '../wire/wire.gen';

type Facts = Pick<Points, 'desserts'>;
type Happened = GameEvent & { who: number };

/** What events change of a view with cards. */
interface Cards {
  plates: string[][];
  desserts: string[][];
  on_wasabi: number[][];
  dessert_amounts: number[];
  scores: number[];
  squishy?: number | null;
  /** In sushi battle. */
  pyramid?: (string | null)[][];
  free?: string[];
}

/** What events change of a view with dice. */
interface Dice {
  belts: (string | null)[][];
  trays: string[][];
  on_wasabi: number[][];
}

const CARDS: Record<string, (view: Cards, event: Happened, facts: Facts) => Partial<Cards>> = {
  play: played,
  thaw: ({ desserts }, { who, value }) => ({ desserts: changed(desserts, who, (words) => thawed(words, value)) }),
  mochi: ({ dessert_amounts }, { who, value }) => ({
    dessert_amounts: changed(dessert_amounts, who, () => Number(value)),
  }),
  squishy: ({ scores }, { who, points }) => ({
    squishy: who,
    scores: changed(scores, who, (score) => score + Number(points)),
  }),
  chopsticks: chopsticksReturned,
  take: ({ pyramid = [], free = [] }, { place }) => ({
    pyramid: placed(pyramid, place, null),
    free: free.filter((other) => other !== place),
  }),
  'turn-up': ({ pyramid = [] }, { place, dish }) => ({ pyramid: placed(pyramid, place, String(dish)) }),
  'put-back': (view, event) => ({
    ...chopsticksReturned(view, event),
    pyramid: placed(view.pyramid ?? [], event.place, 'chopsticks'),
  }),
};

const DICE: Record<string, (view: Dice, event: Happened) => Partial<Dice>> = {
  roll: ({ belts }, { who, place, face }) => ({ belts: laid(belts, who, place, String(face)) }),
  keep: kept,
  swap: ({ belts }, { who, place, dish, other, theirs, 'their-place': their }) => ({
    belts: laid(laid(belts, who, place, String(theirs)), Number(other), their, String(dish)),
  }),
  // Belts go to the left, to the next seat.
  slide: ({ belts }) => ({ belts: belts.map((_, seat) => belts.at(seat - 1)!) }),
};

/** A view after some more events. */
export function afterEvents<V extends View>(view: V, events: readonly GameEvent[], facts: Facts): V {
  return events.reduce((now, event) => ({ ...now, ...changeOf(now, event, facts) }), view);
}

function changeOf(view: View, event: GameEvent, facts: Facts): Partial<Cards> | Partial<Dice> {
  const happened = { ...event, who: event.who ?? -1 };
  if (isRoll(view)) return DICE[event.event]?.(view, happened) ?? {};
  return CARDS[event.event]?.(view, happened, facts) ?? {};
}

function played({ plates, desserts, on_wasabi }: Cards, { who, dish, dipped }: Happened, facts: Facts): Partial<Cards> {
  const word = String(dish);
  if (kind(word) in facts.desserts) return { desserts: changed(desserts, who, (words) => [...words, word]) };
  const place = plates[who]!.length;
  return {
    plates: changed(plates, who, (words) => [...words, word]),
    on_wasabi: dipped ? changed(on_wasabi, who, (places) => [...places, place]) : on_wasabi,
  };
}

/** The last dessert gets the number that was under its lid. */
function thawed(words: string[], value: unknown): string[] {
  return [...words.slice(0, -1), `${words.at(-1)}${value}`];
}

function chopsticksReturned({ plates, on_wasabi }: Cards, { who }: Happened): Partial<Cards> {
  const from = plates[who]!.indexOf('chopsticks');
  return {
    plates: changed(plates, who, (words) => words.filter((_, place) => place !== from)),
    on_wasabi: changed(on_wasabi, who, (places) => places.map((place) => (place > from ? place - 1 : place))),
  };
}

function kept({ belts, trays, on_wasabi }: Dice, { who, place, face, dipped }: Happened): Partial<Dice> {
  const at = trays[who]!.length;
  return {
    belts: laid(belts, who, place, null),
    trays: changed(trays, who, (faces) => [...faces, String(face)]),
    on_wasabi: dipped ? changed(on_wasabi, who, (places) => [...places, at]) : on_wasabi,
  };
}

/** Belts with another die at a place, which events count from 1 on. */
function laid(belts: (string | null)[][], seat: number, place: unknown, face: string | null): (string | null)[][] {
  return changed(belts, seat, (belt) => changed(belt, Number(place) - 1, () => face));
}

/** The pyramid with another card at a place, which events write as row and place. */
function placed(pyramid: (string | null)[][], at: unknown, card: string | null): (string | null)[][] {
  const [row = 0, place = 0] = String(at).split('.').map(Number);
  return changed(pyramid, row - 1, (cards) => changed(cards, place - 1, () => card));
}

function changed<T>(list: readonly T[], at: number, change: (value: T) => T): T[] {
  return list.map((value, i) => (i === at ? change(value) : value));
}

// A turn as beats: what is shown one after the other. They follow from the events alone, in the order of the events.
import { TURN_UP, type Beat, type BeatKind } from '../game/beat';
import { isArrival } from '../game/newest';
import type { GameEvent } from '../wire/events';

const STAY = 650;
const SECOND_CARD = 250;
const LAND = 400;
const EFFECT = 450;
const PASS = 450;
const UNCOVER = 450;
const ROLL = 800;
const SWAP = 900;
const SLIDE = 500;
/** What the beats of one turn may take in all; what comes of the cards is shown faster where it would be more. */
const LONGEST = 4000;
const SHORTEST_LAND = 200;

/** Events of a plate that are shown where its cards land. */
const ON_PLATES = ['play', 'keep', 'thaw', 'mochi', 'chopsticks', 'squishy', 'tokens'];

/** Whether the bill of a round follows: it and all that comes after it is not part of the turn. */
export const isEndOfRound = ({ event }: GameEvent): boolean => event === 'round-score';

/** The beats of new events; none if nothing of them happens on the table. */
export function planBeats(events: readonly GameEvent[]): Beat[] {
  const end = events.findIndex(isEndOfRound);
  const turn = end < 0 ? events : events.slice(0, end);
  return withinTime(toldOnArrival(split(turn).flatMap(beatsOf)));
}

/** The same beats; that hands were passed is told when they have arrived: by the next beat, or when all is over. */
function toldOnArrival(beats: Beat[]): Beat[] {
  return beats.map((each, i) => {
    const before = beats[i - 1];
    const arrived = before?.kind === 'pass' ? before.told : [];
    return { ...each, told: [...arrived, ...(each.kind === 'pass' ? [] : each.told)] };
  });
}

/** Events in parts that each begin with what one or all players do, and end before the next. */
function split(events: readonly GameEvent[]): GameEvent[][] {
  const parts: GameEvent[][] = [];
  events.forEach((event, i) => {
    if (!parts.length || begins(event, events[i - 1])) parts.push([]);
    parts.at(-1)!.push(event);
  });
  return parts;
}

function begins({ event, who }: GameEvent, before: GameEvent | undefined): boolean {
  if (['take', 'swap', 'reroll', 'slide', 'bag', 'deal', 'keep'].includes(event)) return true;
  if (before?.event === 'pass') return true;
  // The first roll of a belt that has slid, or of the bag's dice.
  return event === 'roll' && before?.event !== 'roll' && !(before?.event === 'reroll' && before.who === who);
}

function beatsOf(part: GameEvent[]): Beat[] {
  const [first] = part;
  const plays = part.filter(({ event }) => event === 'play');
  switch (first?.event) {
    case 'take':
      return [lifted(part), ...landings(part), ...uncovered(part)];
    case 'keep':
      return [lifted(part), ...landings(part)];
    case 'swap':
      return [beat('swap', part, SWAP)];
    case 'slide':
      return [beat('slide', part, SLIDE)];
    case 'reroll':
    case 'roll':
      return [beat('roll', part, ROLL)];
  }
  return plays.length ? [revealed(part, plays), ...landings(part), ...passed(part)] : [];
}

function beat(kind: BeatKind, events: GameEvent[], length: number, told = events, done = events): Beat {
  return { kind, events, told, done, length };
}

function lifted(part: GameEvent[]): Beat {
  const acts = part.filter(({ event }) => ['take', 'keep', 'play'].includes(event));
  return beat('take', acts, STAY, acts, []);
}

function revealed(part: GameEvent[], plays: GameEvent[]): Beat {
  const players = new Set(plays.map(({ who }) => who));
  const told = part.filter(({ event }) => event === 'play' || event === 'last');
  return beat('reveal', plays, TURN_UP + STAY + (plays.length > players.size ? SECOND_CARD : 0), told, []);
}

/** The events of each plate one after the other, and those of different plates at the same time. */
function landings(part: GameEvent[]): Beat[] {
  const plates = new Map<number, GameEvent[]>();
  for (const event of part.filter(({ event }) => ON_PLATES.includes(event)))
    plates.set(event.who!, [...(plates.get(event.who!) ?? []), event]);
  const steps = Math.max(0, ...[...plates.values()].map((events) => events.length));
  return Array.from({ length: steps }, (_, step) => {
    const events = [...plates.values()].flatMap((plate) => plate[step] ?? []);
    const taken = step === 0 ? part.filter(({ event }) => event === 'take') : [];
    const arrive = events.every(isArrival);
    const told = events.filter((event) => !isArrival(event));
    return beat('land', events, arrive ? LAND : EFFECT, told, [...taken, ...events]);
  });
}

function passed(part: GameEvent[]): Beat[] {
  const pass = part.filter(({ event }) => event === 'pass');
  return pass.length ? [beat('pass', pass, PASS)] : [];
}

function uncovered(part: GameEvent[]): Beat[] {
  const cards = part.filter(({ event }) => event === 'turn-up' || event === 'put-back');
  return cards.length ? [beat('uncover', cards, UNCOVER)] : [];
}

/** The same beats with shorter landings, where all together would take too long. */
function withinTime(beats: Beat[]): Beat[] {
  const whole = lengthOf(beats);
  const landing = lengthOf(beats.filter(({ kind }) => kind === 'land'));
  if (whole <= LONGEST || !landing) return beats;
  const share = Math.max(0, landing - (whole - LONGEST)) / landing;
  return beats.map((each) =>
    each.kind === 'land' ? { ...each, length: Math.max(SHORTEST_LAND, Math.round(each.length * share)) } : each,
  );
}

/** Milliseconds of beats at normal speed. */
export function lengthOf(beats: readonly Beat[]): number {
  return beats.reduce((sum, { length }) => sum + length, 0);
}

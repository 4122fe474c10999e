// What happened, in sentences: the same events and the same words as on the command line.
import { dishName } from './dishes';
import { say, type Params } from '../lib/texts.svelte';
import type { GameEvent } from '../wire/events';

/** A line of the log: its text, the player, and the dish to draw beside it. */
export interface LogLine {
  text: string;
  who: number | null;
  dish: string | null;
}

const OF_A_PLAY = ['play', 'last', 'thaw', 'mochi'];
const TOLD_BY_THE_BILL = ['line', 'round-score', 'final-score', 'win'];
const DISHES = ['dish', 'theirs', 'token', 'face'];

export class Narrator {
  /** `rolls` says whose rolled belts are told; most callers draw them anyway. */
  constructor(
    private readonly variant: string | null,
    private readonly names: readonly string[],
    private readonly rolls: (who: number) => boolean = () => true,
  ) {}

  /** The events as lines; consecutive events of one player are one line. */
  lines(events: readonly GameEvent[]): LogLine[] {
    const lines: LogLine[] = [];
    for (const event of gathered(events)) {
      const text = this.told(event).join(' ');
      if (!text) continue;
      const who = event.who ?? null;
      const before = lines.at(-1);
      if (before && who !== null && who === before.who) {
        before.text += ` ${text}`;
        before.dish ??= dishOf(event);
      } else lines.push({ text, who, dish: dishOf(event) });
    }
    return lines;
  }

  /** The events as sentences. */
  sentences(events: readonly GameEvent[]): string[] {
    return this.lines(events).map((line) => line.text);
  }

  /** Who has won, and how a tie was broken; nothing before the end. */
  ending(events: readonly GameEvent[]): string[] {
    const wins = events.filter((event) => event.event === 'win' && event.who !== undefined);
    const [first] = wins;
    if (!first) return [];
    const names = wins.map((win) => this.name(win)).join(', ');
    const told = say(wins.length === 1 ? 'event.win' : 'event.win-shared', {
      name: names,
      names,
      points: first.points,
    });
    return first['tie-break'] ? [say('event.tie-break'), told] : [told];
  }

  private told(event: GameEvent): string[] {
    const name = this.name(event);
    const details = named(event);
    switch (event.event) {
      case 'deal':
        return [say(this.variant === 'battle' ? 'play.deal-battle' : 'event.deal', details)];
      case 'starter':
        // The draw for the dummy says who starts.
        return this.variant === 'dummy' ? [] : [say('event.starter', { name })];
      case 'play':
        return [say(event.dipped ? 'event.play-dipped' : 'event.play', { name, dish: details.dish })];
      case 'last':
        return [say('event.last', { name, dish: details.dish }), ...dippedToo(event, name, details.dish)];
      case 'take':
        return this.taken(event, name, details);
      case 'keep':
        return [say('event.keep', { name, dish: details.face }), ...dippedToo(event, name, details.face)];
      case 'pass':
        return [say(`event.pass-${event.way}`)];
      case 'draw':
        return [say(this.variant === 'dummy' ? 'event.dummy-draw' : 'event.draw', { name })];
      case 'roll':
        return this.rolls(event.who!) ? [say('event.roll', { name, ...details })] : [];
      case 'swap':
        return [say('event.swap', { ...details, name, other: this.names[Number(event.other)] ?? '' })];
      case 'tokens':
        return [
          ...(event.got ? [say('event.tokens', { name, n: event.got, token: details.token })] : []),
          ...(Number(event.got) < Number(event.wanted) ? [say('event.tokens-out')] : []),
        ];
    }
    return TOLD_BY_THE_BILL.includes(event.event) ? [] : [say(`event.${event.event}`, { ...details, name })];
  }

  private taken(event: GameEvent, name: string, details: Params): string[] {
    if (event.last) return [say('event.last', { name, dish: details.dish }), ...dippedToo(event, name, details.dish)];
    return [
      ...(event.chopsticks ? [say('event.chopsticks', { name })] : []),
      say('event.take', { name, dish: details.dish, place: details.place }),
      ...dippedToo(event, name, details.dish),
    ];
  }

  private name(event: GameEvent): string {
    return event.who === undefined ? '' : (this.names[event.who] ?? '');
  }
}

function dippedToo(event: GameEvent, name: string, dish: unknown): string[] {
  return event.dipped ? [say('event.play-dipped', { name, dish })] : [];
}

function dishOf(event: GameEvent): string | null {
  const word =
    event.dish ??
    event.face ??
    event.token ??
    (event.event === 'boat' || event.event === 'squishy' ? event.event : null);
  return typeof word === 'string' ? word : null;
}

/** The details of an event, with dishes by their names. */
function named(event: GameEvent): Params {
  const details: Params = { ...event };
  for (const field of DISHES) {
    if (typeof event[field] === 'string') details[field] = dishName(event[field]);
  }
  if (Array.isArray(event.faces)) details.faces = event.faces.map((face) => dishName(String(face))).join(', ');
  return details;
}

/** The events with those that make one sentence merged, and chopsticks told before the cards that they took. */
function gathered(events: readonly GameEvent[]): GameEvent[] {
  const made: GameEvent[] = [];
  for (const event of events) {
    const before = made.at(-1);
    const same = before !== undefined && before.who === event.who;
    if (event.event === 'roll' && same && (before.event === 'roll' || before.event === 'reroll')) {
      (before.faces as unknown[]).push(event.face);
    } else if (event.event === 'roll') {
      made.push({ event: 'roll', who: event.who, faces: [event.face] });
    } else if (event.event === 'reroll') {
      made.push({ event: 'reroll', who: event.who, faces: [] });
    } else if (
      event.event === 'play' &&
      same &&
      (before.event === 'take' || before.event === 'last') &&
      !('dish' in before)
    ) {
      Object.assign(before, { dish: event.dish, dipped: event.dipped });
    } else if (event.event === 'chopsticks') {
      made.splice(startOfPlays(made, event.who), 0, { event: 'chopsticks', who: event.who });
      made.push({ event: 'chopsticks-back', who: event.who });
    } else {
      made.push({ ...event });
    }
  }
  return made;
}

/** The index of the first card that a player has just played. */
function startOfPlays(events: readonly GameEvent[], who: number | undefined): number {
  let start = events.length;
  while (start && events[start - 1]!.who === who && OF_A_PLAY.includes(events[start - 1]!.event)) start -= 1;
  return start;
}

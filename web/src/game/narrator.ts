// What happened, in sentences: the server says which ones tell an event, and the catalogues have their words.
import { dishName } from './dishes';
import { hasText, say, type Params } from '../lib/texts.svelte';
import type { GameEvent } from '../wire/events';
import type { Text } from '../wire/wire.gen';

/** A line of the log: its text, the player, and the dish to draw beside it. */
export interface LogLine {
  text: string;
  who: number | null;
  dish: string | null;
}

/** Parameters of sentences that are numbers of plates, words of dishes, and lists of these. */
const PLATES = ['name', 'other'];
const DISHES = ['dish', 'theirs', 'token', 'face'];
const DISH_LISTS = ['faces'];
/** Parameters whose dish is drawn beside a sentence, and events that are drawn themselves. */
const DRAWN = ['dish', 'face', 'token'];
const DRAWN_EVENTS = ['boat', 'squishy'];

export class Narrator {
  /** `you` is the reader's own seat; `rolls` says whose rolled belts are told; most callers draw them anyway. */
  constructor(
    private readonly names: readonly string[],
    private readonly you: number | null = null,
    private readonly rolls: (who: number) => boolean = () => true,
  ) {}

  /** The events as lines; consecutive events of one player are one line. */
  lines(events: readonly GameEvent[]): LogLine[] {
    const lines: LogLine[] = [];
    for (const event of events) {
      const told = this.isLeftOut(event) ? [] : toldOf(event);
      if (!told.length) continue;
      const text = this.text(told);
      const who = event.who ?? null;
      const before = lines.at(-1);
      if (before && who !== null && who === before.who) {
        before.text += ` ${text}`;
        before.dish ??= drawnBeside(event, told);
      } else lines.push({ text, who, dish: drawnBeside(event, told) });
    }
    return lines;
  }

  /** The events as sentences. */
  sentences(events: readonly GameEvent[]): string[] {
    return this.lines(events).map((line) => line.text);
  }

  /** Sentences with the names of plates and dishes. */
  text(told: readonly Text[]): string {
    return told.map((sentence) => this.sentence(sentence)).join(' ');
  }

  /** Who has won, and how a tie was broken; nothing before the end. */
  ending(events: readonly GameEvent[]): string[] {
    const wins = events.filter((event) => event.event === 'win' && event.who !== undefined);
    const [first] = wins;
    if (!first) return [];
    const others = wins.filter((win) => win.who !== this.you);
    const names = others.map((win) => this.names[win.who!] ?? '').join(', ');
    const whose = others.length < wins.length ? 'event.you' : 'event';
    const told = say(`${whose}.${wins.length === 1 ? 'win' : 'win-shared'}`, {
      name: names,
      names,
      points: first.points,
    });
    return first['tie-break'] ? [say('event.tie-break'), told] : [told];
  }

  /** A sentence in words: in the second person if it is about the reader. */
  sentence({ path, params }: Text): string {
    return say(this.pathFor(path, params), this.named(params));
  }

  private pathFor(path: string, { name, other }: Params): string {
    if (this.you === null) return path;
    const [you, yours] = [path.replace('event.', 'event.you.'), path.replace('event.', 'event.yours.')];
    if (name === this.you && hasText(you)) return you;
    return other === this.you && hasText(yours) ? yours : path;
  }

  private isLeftOut({ event, who }: GameEvent): boolean {
    return event === 'roll' && !this.rolls(who!);
  }

  /** The parameters of a sentence, with names in the place of plates and dishes. */
  private named(params: Params): Params {
    return Object.fromEntries(Object.entries(params).map(([field, value]) => [field, this.nameIn(field, value)]));
  }

  private nameIn(field: string, value: unknown): unknown {
    if (PLATES.includes(field)) return (typeof value === 'number' && this.names[value]) || '';
    if (DISHES.includes(field) && typeof value === 'string') return dishName(value);
    if (DISH_LISTS.includes(field) && Array.isArray(value)) return value.map(String).map(dishName).join(', ');
    return value;
  }
}

/** The sentences that tell an event. */
function toldOf(event: GameEvent): Text[] {
  const name = event.way === undefined ? event.event : `${event.event}-${event.way}`;
  return event.told ?? [{ path: `event.${name}`, params: { ...event, name: event.who } }];
}

/** The first dish that is told, to be drawn beside it. */
function drawnBeside(event: GameEvent, told: readonly Text[]): string | null {
  const words = told.flatMap(({ params }) => DRAWN.map((field) => params[field]));
  const named = words.find((word): word is string => typeof word === 'string');
  return named ?? (DRAWN_EVENTS.includes(event.event) ? event.event : null);
}

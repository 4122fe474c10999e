// What is known of a table, as it follows from states and updates, whoever makes them.
import { loadLocal, removeLocal, saveLocal } from '../lib/storage';
import { asEvents, type GameEvent } from '../wire/events';
import { patched } from '../wire/patch';
import { asView, type View } from '../wire/view';
import type { Bill, EmoteSeen, GameInfo, HintGiven, Problem, State, TableInfo, Update } from '../wire/wire.gen';
import type { ConnectionState, Loss, Request, SeatAdvice, ShownEmote, TableSource } from './tableSource';

/** Milliseconds for which an emote is shown. */
const EMOTE_TIME = 3500;

interface Known {
  info: TableInfo;
  game: GameInfo | null;
  view: View | null;
  events: GameEvent[];
}

export abstract class TableState implements TableSource {
  info = $state.raw<TableInfo | null>(null);
  game = $state.raw<GameInfo | null>(null);
  view = $state.raw<View | null>(null);
  events = $state.raw<GameEvent[]>([]);
  advice = $state.raw<SeatAdvice | null>(null);
  emotes = $state.raw<ShownEmote[]>([]);
  ahead = 0;

  abstract readonly connection: ConnectionState;
  problem = $state.raw<Problem | null>(null);

  /** The number of the last state or update; null while only a state can follow. */
  private seq: number | null = null;
  /** The seat that this browser holds, or held when it last had one. */
  private held = $state.raw<{ seat: number; name: string } | null>(null);
  private offered = $state.raw<string | null>(null);
  private emoteCount = 0;

  constructor(readonly id: string) {
    this.held = loadLocal(this.seatKey, null);
  }

  abstract ask(message: Request): Promise<Problem | null>;
  abstract leave(): void;

  get bill(): Bill[] {
    return this.game?.bill ?? [];
  }

  get rematch(): string | null {
    return this.offered ?? this.info?.rematch ?? null;
  }

  get yours(): readonly number[] {
    return this.info?.yours ?? [];
  }

  get hadSeat(): boolean {
    return this.held !== null;
  }

  get loss(): Loss | null {
    if (!this.info || !this.held || this.yours.length) return null;
    const { kind, name } = this.info.seats[this.held.seat] ?? {};
    return kind === 'person' && name === this.held.name ? 'lost' : 'removed';
  }

  /** Take over a whole state. */
  replace({ seq, table, game, view, events_from, events, now }: State): void {
    const known = { info: table, game, view: view && asView(view), events: this.eventsWith(events, events_from) };
    this.show(known, seq, now);
  }

  /** Apply an update; returns whether one before it is missing. Then it and all after it are ignored until a state. */
  update({ seq, table, game, view, events_from, events, now }: Update): boolean {
    if (this.seq === null || !this.info) return false;
    if (seq !== this.seq + 1) {
      this.seq = null;
      return true;
    }
    const known = {
      info: patched(this.info, table),
      game: this.game && patched(this.game, game),
      view: this.view && patched(this.view, view),
      events: this.eventsWith(events, events_from),
    };
    this.show(known, seq, now);
    return false;
  }

  showAdvice({ seat, tip, advice }: HintGiven): void {
    this.advice = { seat, tip, advice };
  }

  showEmote({ seat, emote }: EmoteSeen): void {
    const shown = { key: ++this.emoteCount, seat, emote };
    this.emotes = [...this.emotes, shown];
    setTimeout(() => (this.emotes = this.emotes.filter((other) => other !== shown)), EMOTE_TIME);
  }

  offerRematch(table: string): void {
    this.offered = table;
  }

  /** A player who stands up has not lost the seat. In a game it stays theirs, and the next change saves it again. */
  protected forgetSeat(): void {
    this.held = null;
    removeLocal(this.seatKey);
  }

  private show({ info, game, view, events }: Known, seq: number, now?: number): void {
    this.seq = seq;
    if (now) this.ahead = now - Date.now() / 1000;
    if (game?.number !== this.game?.number) this.advice = null;
    this.saveCommitment(info);
    this.saveSeat(info);
    this.info = info;
    this.game = game;
    this.view = view;
    this.events = events;
  }

  /** The events before a number, and the new ones; all are kept where neither is told. */
  private eventsWith(news?: State['events'], from = news ? 0 : this.events.length): GameEvent[] {
    if (!news?.length && from === this.events.length) return this.events;
    return [...this.events.slice(0, from), ...asEvents(news ?? [])];
  }

  /** Save the first commitment to the deal that this browser saw, to compare it with the secret at the end. */
  private saveCommitment({ fairness }: TableInfo): void {
    if (!fairness || this.info?.fairness === fairness) return;
    const name = `promise.${this.id}`;
    if (loadLocal<string | null>(name, null) === null) saveLocal(name, fairness.commitment);
  }

  /** Save the seat, to notice when the server takes it away. */
  private saveSeat({ seats, yours }: TableInfo): void {
    const own = seats[yours[0] ?? -1];
    if (!own || (own.seat === this.held?.seat && own.name === this.held.name)) return;
    this.held = { seat: own.seat, name: own.name };
    saveLocal(this.seatKey, this.held);
  }

  private get seatKey(): string {
    return `seat.${this.id}`;
  }
}

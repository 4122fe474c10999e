// The websocket of one table: the last state that the server sent, and the requests of this browser.
import { asEvents, type GameEvent } from '../wire/events';
import { asView, isDraft, type View } from '../wire/view';
import type {
  Ack,
  Advice,
  Bill,
  EmoteSeen,
  FromBrowser,
  FromServer,
  GameInfo,
  Presence,
  Problem,
  Refused,
  TableInfo,
} from '../wire/wire.gen';
import { removeLocal, saveLocal, loadLocal } from '../lib/storage';
import { ensureNamed } from './me.svelte';

type Without<T> = T extends { id: string } ? Omit<T, 'id'> : never;
/** A request as the page writes it; its id is added when it is sent. */
export type Request = Without<Exclude<FromBrowser, { type: 'hello' }>>;
export type Game = Omit<GameInfo, 'view' | 'events' | 'events_from' | 'bill'> & { view: View };

/** Why a player has lost the seat: the host gave it away, or the server no longer knows this browser. */
export type Loss = 'removed' | 'lost';

const VERSION = 3;
/** The close code for a browser that may not be at the table. */
const NOT_INVITED = 4403;
/** The close code of a connection that broke without a close frame. */
const ABNORMAL_CLOSURE = 1006;
const FIRST_RETRY = 400;
const LONGEST_RETRY = 8000;
/** Milliseconds of silence until a ping, usually and while a request waits for its answer. */
const PING_AFTER = 20_000;
const PING_AFTER_REQUEST = 4_000;
/** Milliseconds until a socket that sends nothing is given up. */
const REPLY_TIMEOUT = 10_000;

interface Pending {
  message: { id: string; type: string };
  done: (problem: Problem | null) => void;
}

/** Whether the table is connected, is reconnecting, or why the server has ended the connection. */
export type ConnectionState =
  'connecting' | 'open' | 'lost' | 'not-invited' | 'unknown-table' | 'closed' | 'reload' | 'shutdown' | 'limit';

export class Table {
  connection = $state<ConnectionState>('connecting');
  info = $state.raw<TableInfo | null>(null);
  game = $state.raw<Game | null>(null);
  /** All public events of the game. */
  events = $state.raw<GameEvent[]>([]);
  bill = $state.raw<Bill[]>([]);
  /** The coach's last answer, until the game goes on. */
  advice = $state.raw<{ seat: number; advice: Advice[] } | null>(null);
  emotes = $state<{ key: number; seat: number; emote: EmoteSeen['emote'] }[]>([]);
  /** The table of the rematch, once a player has asked for one. */
  rematch = $state<string | null>(null);
  /** How far the server's clock is ahead of this browser's, in seconds. */
  ahead = 0;

  /** The seat that this browser holds, or held in the last state that it saw. */
  private held = $state.raw<{ seat: number; name: string } | null>(null);
  private socket: WebSocket | null = null;
  private pending = new Map<string, Pending>();
  private count = 0;
  private retryDelay = FIRST_RETRY;
  private left = false;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private pingTimer: ReturnType<typeof setTimeout> | undefined;
  private awaitingReply = false;
  private readonly stamp = Math.random().toString(36).slice(2, 10);

  constructor(
    readonly id: string,
    private readonly key: string | null,
  ) {
    this.held = loadLocal(this.seatKey, null);
    // The server knows this browser by a cookie, which must be set before the socket opens.
    void ensureNamed()
      .catch(() => undefined)
      .then(() => this.left || this.connect());
    addEventListener('online', this.reconnectNow);
    document.addEventListener('visibilitychange', this.reconnectNow);
  }

  /** Send a request; resolves to null once it is done and durable, or to the problem. */
  ask(message: Request): Promise<Problem | null> {
    const sent = { ...message, id: `${this.stamp}-${++this.count}` };
    return new Promise((done) => {
      this.pending.set(sent.id, { message: sent, done });
      this.send(sent);
      if (!this.awaitingReply) this.pingAfter(PING_AFTER_REQUEST);
    });
  }

  /** The seats that the reader holds. */
  get yours(): number[] {
    return this.info?.seats.filter((seat) => seat.yours).map((seat) => seat.seat) ?? [];
  }

  /** Whether this browser has had a seat at this table. */
  get hadSeat(): boolean {
    return this.held !== null;
  }

  /** Why this browser has lost its seat; null while it has it, or if it never had one. */
  get loss(): Loss | null {
    if (!this.info || !this.held || this.yours.length) return null;
    const { kind, name } = this.info.seats[this.held.seat] ?? {};
    return kind === 'person' && name === this.held.name ? 'lost' : 'removed';
  }

  /** Close the connection for good: the reader goes to another page. */
  leave(): void {
    this.left = true;
    clearTimeout(this.retryTimer);
    clearTimeout(this.pingTimer);
    removeEventListener('online', this.reconnectNow);
    document.removeEventListener('visibilitychange', this.reconnectNow);
    this.socket?.close();
  }

  private reconnectNow = (): void => {
    if (this.left || document.hidden) return;
    if (this.socket?.readyState === WebSocket.OPEN) return this.ping();
    clearTimeout(this.retryTimer);
    this.connect();
  };

  private connect(): void {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${this.id}`);
    this.socket = socket;
    this.awaitReply();
    socket.onopen = () => {
      const hello = {
        type: 'hello',
        id: `${this.stamp}-hello`,
        version: VERSION,
        key: this.key,
        events: this.events.length,
      };
      socket.send(JSON.stringify(hello));
      for (const { message } of this.pending.values()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.receive(JSON.parse(event.data as string) as FromServer);
      this.awaitingReply = false;
      this.pingAfter(this.pending.size ? PING_AFTER_REQUEST : PING_AFTER);
    };
    socket.onclose = ({ code }) => this.socketClosed(socket, code);
  }

  private pingAfter(quiet: number): void {
    clearTimeout(this.pingTimer);
    this.pingTimer = setTimeout(() => this.ping(), quiet);
  }

  /** Check the connection: after sleep or a change of network a socket may not notice that it is dead. */
  private ping(): void {
    this.send({ type: 'ping', id: `${this.stamp}-ping` });
    this.awaitReply();
  }

  private awaitReply(): void {
    this.awaitingReply = true;
    clearTimeout(this.pingTimer);
    this.pingTimer = setTimeout(() => this.dropSocket(), REPLY_TIMEOUT);
  }

  /** The server did not reply: connect with a new socket. */
  private dropSocket(): void {
    const socket = this.socket;
    if (!socket) return;
    this.socketClosed(socket, ABNORMAL_CLOSURE);
    this.socket = null;
    socket.close();
  }

  private socketClosed(socket: WebSocket, code: number): void {
    if (this.left || socket !== this.socket) return;
    clearTimeout(this.pingTimer);
    if (code === NOT_INVITED) this.connection = 'not-invited';
    if (!['not-invited', 'unknown-table', 'closed', 'reload'].includes(this.connection)) {
      // A reason that the server gave says more than `lost`.
      if (this.connection !== 'shutdown' && this.connection !== 'limit') this.connection = 'lost';
      this.retryTimer = setTimeout(() => this.connect(), this.retryDelay * (0.75 + Math.random() / 2));
      this.retryDelay = Math.min(this.retryDelay * 1.7, LONGEST_RETRY);
    }
  }

  private send(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private receive(message: FromServer): void {
    switch (message.type) {
      case 'state':
        this.connection = 'open';
        this.retryDelay = FIRST_RETRY;
        this.ahead = message.now - Date.now() / 1000;
        this.info = message.table;
        this.saveCommitment(message.table);
        this.saveSeat(message.table);
        if (message.game) this.updateGame(message.game);
        else this.game = null;
        return;
      case 'waiting':
        if (!this.game) return;
        this.ahead = message.now - Date.now() / 1000;
        this.game = {
          ...this.game,
          number: message.number,
          to_move: message.to_move,
          deadline: message.deadline ?? null,
          busy: message.busy ?? false,
          view: chosen(this.game.view, message.choice),
        };
        return;
      case 'presence':
        this.updatePresence(message);
        return;
      case 'ack':
      case 'refused':
        this.settle(message);
        return;
      case 'hint':
        this.advice = { seat: message.seat, advice: message.advice };
        this.settle({ type: 'ack', id: message.id });
        return;
      case 'emote': {
        const seen = { key: ++this.count, seat: message.seat, emote: message.emote };
        this.emotes.push(seen);
        setTimeout(() => (this.emotes = this.emotes.filter((other) => other.key !== seen.key)), 3500);
        return;
      }
      case 'rematch':
        this.rematch = message.table;
        return;
      case 'bye':
        this.connection = message.reason;
    }
  }

  /** Take over who is online. */
  private updatePresence({ online, watchers }: Presence): void {
    if (!this.info) return;
    const seats = this.info.seats.map((seat) =>
      seat.kind === 'person' ? { ...seat, online: online.includes(seat.seat) } : seat,
    );
    this.info = { ...this.info, seats, watchers };
  }

  private updateGame(game: GameInfo): void {
    const { events, events_from, bill, view, ...rest } = game;
    if (this.game && rest.number !== this.game.number) this.advice = null;
    this.events = [...this.events.slice(0, events_from), ...asEvents(events)];
    if (bill) this.bill = bill;
    this.game = { ...rest, view: asView(view) };
  }

  private settle(message: Ack | Refused): void {
    const problem = message.type === 'refused' ? message.problem : null;
    if (problem && (problem.code === 'not-invited' || problem.code === 'unknown-table')) this.connection = problem.code;
    const asked = message.id === null ? undefined : this.pending.get(message.id);
    if (!asked) return;
    this.pending.delete(asked.message.id);
    if (!problem && asked.message.type === 'stand') this.forgetSeat();
    asked.done(problem);
  }

  /** Save the first commitment to the deal that this browser saw, to compare it with the secret at the end. */
  private saveCommitment(info: TableInfo): void {
    const name = `promise.${this.id}`;
    if (loadLocal<string | null>(name, null) === null) saveLocal(name, info.fairness.commitment);
  }

  /** Save the seat, to notice when the server takes it away. */
  private saveSeat(info: TableInfo): void {
    const own = info.seats.find((seat) => seat.yours);
    if (!own || (own.seat === this.held?.seat && own.name === this.held.name)) return;
    this.held = { seat: own.seat, name: own.name ?? '' };
    saveLocal(this.seatKey, this.held);
  }

  /** A player who stands up has not lost the seat. In a game it stays theirs, and the next state saves it again. */
  private forgetSeat(): void {
    this.held = null;
    removeLocal(this.seatKey);
  }

  private get seatKey(): string {
    return `seat.${this.id}`;
  }
}

/** The view after its viewer has chosen; spectators see no choices. */
function chosen(view: View, choice: string | null): View {
  return isDraft(view) && view.viewer !== null ? { ...view, choice } : view;
}

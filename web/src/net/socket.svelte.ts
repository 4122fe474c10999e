// The websocket of a table: it connects again, notices when it is dead, and keeps requests until they are answered.
import type { ConnectionState, Request, WithoutId } from '../source/tableSource';
import type { Ack, Bye, FromBrowser, FromServer, Problem, Refused } from '../wire/wire.gen';

/** A message about the table; the others are about the connection and its requests. */
export type News = Exclude<FromServer, Ack | Refused | Bye>;
/** What a new connection makes obsolete: it is sent once. */
type Passing = WithoutId<Extract<FromBrowser, { type: 'hello' | 'ping' | 'refresh' }>>;

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
/** The same after the reader was away: then it is likely to be dead. */
const RESUME_TIMEOUT = 4_000;
/** States that no new connection could change. */
const ENDED: readonly ConnectionState[] = ['not-invited', 'unknown-table', 'closed', 'reload'];

interface Pending {
  message: FromBrowser;
  /** Whether it was sent, or sent again, after a connection was lost. */
  late: boolean;
  done: (problem: Problem | null) => void;
}

interface Handlers {
  /** The first message of each connection. */
  hello: () => Passing;
  receive: (news: News) => void;
}

export class Socket {
  connection = $state<ConnectionState>('connecting');

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
    private readonly path: string,
    private readonly handlers: Handlers,
  ) {
    addEventListener('online', this.reconnectNow);
    addEventListener('offline', this.noticeOffline);
    addEventListener('pageshow', this.reconnectNow);
    document.addEventListener('visibilitychange', this.reconnectNow);
  }

  /** Connect, unless there is a connection, or it was closed for good. */
  connect(): void {
    if (this.left || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
    this.socket = socket;
    this.awaitReply();
    socket.onopen = () => {
      this.tell(this.handlers.hello());
      for (const asked of this.pending.values()) {
        asked.late = true;
        this.send(asked.message);
      }
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.receive(JSON.parse(event.data as string) as FromServer);
      this.awaitingReply = false;
      this.pingAfter(this.pending.size ? PING_AFTER_REQUEST : PING_AFTER);
    };
    socket.onclose = ({ code }) => this.socketClosed(socket, code);
  }

  /**
   * Send a request, and again after reconnecting; resolves to null once it is done and durable, or to the problem.
   * Of several choices that a seat makes without a connection, the last one counts.
   */
  ask(request: Request): Promise<Problem | null> {
    if (request.type === 'choose' && !this.isOpen) this.withdrawChoices(request.seat);
    const message = { ...request, id: `${this.stamp}-${++this.count}` };
    return new Promise((done) => {
      this.pending.set(message.id, { message, late: false, done });
      this.send(message);
      if (!this.awaitingReply) this.pingAfter(PING_AFTER_REQUEST);
    });
  }

  /** Send a message whose answer nobody waits for. */
  tell(message: Passing): void {
    this.send({ ...message, id: `${this.stamp}-${message.type}` });
  }

  /** Close the connection for good. */
  leave(): void {
    this.left = true;
    clearTimeout(this.retryTimer);
    clearTimeout(this.pingTimer);
    removeEventListener('online', this.reconnectNow);
    removeEventListener('offline', this.noticeOffline);
    removeEventListener('pageshow', this.reconnectNow);
    document.removeEventListener('visibilitychange', this.reconnectNow);
    this.socket?.close();
  }

  private reconnectNow = (): void => {
    if (this.left || document.hidden) return;
    if (this.isOpen) return this.ping(RESUME_TIMEOUT);
    clearTimeout(this.retryTimer);
    this.connect();
  };

  /** A socket would not notice it for a long time. */
  private noticeOffline = (): void => {
    if (this.left || ENDED.includes(this.connection)) return;
    this.dropSocket();
    this.connection = 'offline';
  };

  private get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  private withdrawChoices(seat: number): void {
    for (const { message } of this.pending.values()) {
      if (message.type === 'choose' && message.seat === seat) this.settle(message.id, null);
    }
  }

  private pingAfter(quiet: number): void {
    clearTimeout(this.pingTimer);
    this.pingTimer = setTimeout(() => this.ping(), quiet);
  }

  /** Check the connection: after sleep or a change of network a socket may not notice that it is dead. */
  private ping(timeout = REPLY_TIMEOUT): void {
    this.tell({ type: 'ping' });
    this.awaitReply(timeout);
  }

  private awaitReply(timeout = REPLY_TIMEOUT): void {
    this.awaitingReply = true;
    clearTimeout(this.pingTimer);
    this.pingTimer = setTimeout(() => this.dropSocket(), timeout);
  }

  /** The server does not reply: connect with a new socket. */
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
    if (!ENDED.includes(this.connection)) {
      // A reason that the server gave says more than `lost`.
      if (!navigator.onLine) this.connection = 'offline';
      else if (this.connection !== 'shutdown' && this.connection !== 'limit') this.connection = 'lost';
      this.retryTimer = setTimeout(() => this.connect(), this.retryDelay * (0.75 + Math.random() / 2));
      this.retryDelay = Math.min(this.retryDelay * 1.7, LONGEST_RETRY);
    }
  }

  private send(message: FromBrowser): void {
    if (this.isOpen) this.socket!.send(JSON.stringify(message));
  }

  private receive(message: FromServer): void {
    switch (message.type) {
      case 'ack':
        return this.settle(message.id, null);
      case 'refused':
        return this.settle(message.id, message.problem);
      case 'bye':
        this.connection = message.reason;
        return;
      case 'state':
        this.connection = 'open';
        this.retryDelay = FIRST_RETRY;
    }
    this.handlers.receive(message);
    if (message.type === 'hint') this.settle(message.id, null);
  }

  private settle(id: string | null, problem: Problem | null): void {
    if (problem?.code === 'not-invited' || problem?.code === 'unknown-table') this.connection = problem.code;
    const asked = this.pending.get(id ?? '');
    if (!asked) return;
    this.pending.delete(asked.message.id);
    asked.done(asked.late && problem?.code === 'stale' ? { code: 'late', params: {} } : problem);
  }
}

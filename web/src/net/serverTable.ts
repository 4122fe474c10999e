// A table on the server, over a websocket.
import type { ConnectionState, Request } from '../source/tableSource';
import { TableState } from '../source/tableState.svelte';
import type { Problem } from '../wire/wire.gen';
import { ensureNamed } from './me.svelte';
import { Socket, type News } from './socket.svelte';

const VERSION = 5;

export class ServerTable extends TableState {
  private readonly socket: Socket;

  constructor(
    id: string,
    private readonly key: string | null,
  ) {
    super(id);
    this.socket = new Socket(`/ws/tables/${id}`, {
      hello: () => ({ type: 'hello', version: VERSION, key: this.key, events: this.events.length }),
      receive: (news) => this.receive(news),
    });
    // The server knows this browser by a cookie, which must be set before the socket opens.
    void ensureNamed()
      .catch(() => undefined)
      .then(() => this.socket.connect());
  }

  get connection(): ConnectionState {
    return this.socket.connection;
  }

  async ask(message: Request): Promise<Problem | null> {
    const problem = await this.socket.ask(message);
    if (!problem && message.type === 'stand') this.forgetSeat();
    return problem;
  }

  leave(): void {
    this.socket.leave();
  }

  private receive(news: News): void {
    switch (news.type) {
      case 'state':
        return this.replace(news);
      case 'update':
        if (this.update(news)) this.socket.tell({ type: 'refresh', events: this.events.length });
        return;
      case 'hint':
        return this.showAdvice(news);
      case 'emote':
        return this.showEmote(news);
      case 'rematch':
        return this.offerRematch(news.table);
    }
  }
}

// A table on this device, in the worker of the engine.
import type { TableNews } from '../engine/tables/live';
import { animationPace } from '../lib/settings.svelte';
import { Refusal } from '../source/refusal';
import type { ConnectionState, Request } from '../source/tableSource';
import { TableState } from '../source/tableState.svelte';
import type { Problem } from '../wire/wire.gen';
import { ask, listen } from './engine';

/** Milliseconds until an engine that has died is started again. */
const RETRY = 1000;
/** Problems after which there is no table to show, and what is said of each. */
const ENDS: Readonly<Record<string, ConnectionState>> = {
  'unknown-table': 'unknown-table',
  'newer-page': 'reload',
  'no-storage': 'no-storage',
};

export class DeviceTable extends TableState {
  connection = $state<ConnectionState>('connecting');
  private readonly stop: () => void;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    super(id);
    this.stop = listen(id, { hear: (news) => this.receive(news), lost: () => this.openAgain() });
    document.addEventListener('visibilitychange', this.lookAgain);
    addEventListener('focus', this.lookAgain);
    void this.open();
  }

  async ask(message: Request): Promise<Problem | null> {
    // The next engine has not opened the table yet.
    if (this.connection === 'lost') return { code: 'device-fault', params: {} };
    try {
      await ask('setPace', this.id, animationPace());
      await ask('request', this.id, message);
      return null;
    } catch (error) {
      const { problem } = error as Refusal;
      this.endBy(problem);
      return problem;
    }
  }

  leave(): void {
    this.stop();
    clearTimeout(this.retry);
    document.removeEventListener('visibilitychange', this.lookAgain);
    removeEventListener('focus', this.lookAgain);
    ask('leaveTable', this.id).catch(() => undefined);
  }

  private async open(): Promise<void> {
    try {
      await ask('openTable', this.id, animationPace());
    } catch (error) {
      if (!this.endBy((error as Refusal).problem)) this.openAgain();
    }
  }

  /** Open the table again in a moment, with a new engine if the last one has died. */
  private openAgain(): void {
    if (this.info) this.connection = 'lost';
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.open(), RETRY);
  }

  /** Note a problem after which there is no table to show; whether it is one. */
  private endBy({ code }: Problem): boolean {
    const end = ENDS[code];
    if (end) this.connection = end;
    return end !== undefined;
  }

  private lookAgain = (): void => {
    if (!document.hidden) ask('lookAgain', this.id).catch(() => undefined);
  };

  private receive(news: TableNews): void {
    switch (news.type) {
      case 'state':
        this.connection = 'open';
        this.problem = null;
        // Browsers delete what pages have stored when room is short, unless they are asked not to.
        if (news.state.table.phase === 'over') void navigator.storage?.persist?.();
        return this.replace(news.state);
      case 'problem':
        if (!this.endBy(news.problem)) this.problem = news.problem;
        return;
      case 'hint':
        return this.showAdvice({ type: 'hint', id: '', ...news.hint });
      case 'emote':
        return this.showEmote({ type: 'emote', seat: news.seat, emote: news.emote });
    }
  }
}

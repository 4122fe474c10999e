// A table on this device, in the worker of the engine.
import type { TableNews } from '../engine/tables/live';
import { animationPace } from '../lib/settings.svelte';
import { Refusal } from '../source/refusal';
import type { ConnectionState, Request } from '../source/tableSource';
import { TableState } from '../source/tableState.svelte';
import type { Problem } from '../wire/wire.gen';
import { ask, listen } from './engine';

export class DeviceTable extends TableState {
  connection = $state<ConnectionState>('connecting');
  private readonly stop: () => void;

  constructor(id: string) {
    super(id);
    this.stop = listen(id, (news) => this.receive(news));
    document.addEventListener('visibilitychange', this.lookAgain);
    ask('openTable', id, animationPace()).catch((error: Refusal) => {
      this.connection = error.problem.code === 'unknown-table' ? 'unknown-table' : 'closed';
    });
  }

  async ask(message: Request): Promise<Problem | null> {
    try {
      await ask('setPace', this.id, animationPace());
      await ask('request', this.id, message);
      return null;
    } catch (error) {
      return (error as Refusal).problem;
    }
  }

  leave(): void {
    this.stop();
    document.removeEventListener('visibilitychange', this.lookAgain);
    void ask('leaveTable', this.id);
  }

  private lookAgain = (): void => {
    if (!document.hidden) void ask('lookAgain', this.id);
  };

  private receive(news: TableNews): void {
    switch (news.type) {
      case 'state':
        this.connection = 'open';
        return this.replace(news.state);
      case 'hint':
        return this.showAdvice({ type: 'hint', id: '', ...news.hint });
      case 'emote':
        return this.showEmote({ type: 'emote', seat: news.seat, emote: news.emote });
    }
  }
}

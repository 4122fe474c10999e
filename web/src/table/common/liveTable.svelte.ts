// The table that is being played or watched, as a context of its components: hints, taking back, emotes.
import { getContext, setContext } from 'svelte';
import type { SeatAdvice, TableSource } from '../../source/tableSource';
import type { EmoteSeen, Problem } from '../../wire/wire.gen';

const A_WHILE = 6000;
const LIVE_TABLE = Symbol('live table');
export type Emote = EmoteSeen['emote'];
export const EMOTES: readonly Emote[] = ['hello', 'yum', 'wow', 'oops', 'hurry', 'thanks', 'well-played', 'laugh'];

export class LiveTable {
  /** Whether the coach is thinking. */
  thinking = $state(false);
  /** Whether the advice was asked for, and not closed since. */
  private asked = $state(false);
  /** Why the server refused the last request. */
  problem = $state<Problem | null>(null);

  private quiet: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: TableSource) {}

  /** The seat that this device plays now, if any. */
  get seat(): number | null {
    return this.table.view?.viewer ?? null;
  }

  get mayHint(): boolean {
    return this.inGame && !!this.table.info?.hints && this.table.game!.to_move.includes(this.seat!);
  }

  get mayTakeBack(): boolean {
    return this.inGame && !!this.table.info?.take_back;
  }

  get mayEmote(): boolean {
    return this.table.yours.length > 0;
  }

  /** The coach's advice on this turn, once it was asked. */
  get advice(): SeatAdvice | null {
    const { advice } = this.table;
    return advice && advice.seat === this.seat ? advice : null;
  }

  /** The move that the coach would choose, once it was asked. */
  get advised(): string | null {
    return this.advice?.advice[0]?.move ?? null;
  }

  /** Whether the advice is shown, or will be. */
  get advising(): boolean {
    return this.asked && (this.thinking || this.advice !== null);
  }

  async hint(): Promise<void> {
    if (this.seat === null) return;
    this.asked = true;
    if (this.advice) return;
    this.thinking = true;
    const problem = await this.table.ask({ type: 'hint', seat: this.seat });
    this.thinking = false;
    this.complain(problem);
  }

  closeHint(): void {
    this.asked = false;
  }

  async takeBack(): Promise<void> {
    if (this.seat !== null) this.complain(await this.table.ask({ type: 'take-back', seat: this.seat }));
  }

  async sendEmote(emote: Emote): Promise<void> {
    const seat = this.seat ?? this.table.yours[0];
    if (seat !== undefined) this.complain(await this.table.ask({ type: 'emote', seat, emote }));
  }

  /** Show a problem for a while. */
  private complain(problem: Problem | null): void {
    this.problem = problem;
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => (this.problem = null), A_WHILE);
  }

  private get inGame(): boolean {
    return this.seat !== null && this.table.info?.phase === 'playing';
  }
}

export function provideLiveTable(table: LiveTable): LiveTable {
  return setContext(LIVE_TABLE, table);
}

/** The live table of the component; undefined in a replay. */
export function liveTable(): LiveTable | undefined {
  return getContext<LiveTable | undefined>(LIVE_TABLE);
}

// A turn of Sushi Roll as its player makes it: which die to keep, which ones to roll again, which ones to swap.
// Swaps are planned until a die is kept or rolled: they can be undone, and are sent right before that move.
import type { RollBoard } from '../game/board';
import { afterSwaps, filled, swapText, type Swap } from '../game/dice';
import { vibrate, playSound } from '../lib/sound';
import type { Problem } from '../wire/wire.gen';

export class RollTurn {
  chosen = $state<number | null>(null);
  /** The dice to roll again; null unless they are being marked. */
  marked = $state<number[] | null>(null);
  swaps = $state.raw<Swap[]>([]);
  sending = $state(false);
  problem = $state.raw<Problem | null>(null);
  private heard: (() => void) | null = null;

  /** Whether the reader is to choose now. */
  active = $derived.by(() => this.board().playing && this.board().toMove.includes(this.board().me));
  /** The belts after the planned swaps. */
  belts = $derived.by(() => afterSwaps(this.board().view.belts, this.board().me, this.swaps));
  mine = $derived.by(() => this.belts[this.board().me] ?? []);
  /** The player's tokens without those of planned swaps. */
  tokens = $derived.by(() => {
    const tokens = this.board().view.tokens[this.board().me]!;
    return { ...tokens, chopsticks: tokens.chopsticks - this.swaps.length };
  });
  mayReroll = $derived.by(() => this.active && this.board().view.moves.some((move) => move.startsWith('reroll')));
  maySwap = $derived.by(
    () => this.active && this.tokens.chopsticks > 0 && this.board().view.moves.some((move) => move.startsWith('swap')),
  );

  constructor(private readonly board: () => RollBoard) {
    let known = 0;
    $effect.pre(() => {
      const { events, me } = this.board();
      const news = events.slice(known);
      const made = news.filter((event) => event.event === 'swap' && event.who === me).length;
      if (events.length === known) return;
      this.swaps = this.active && events.length > known ? this.swaps.slice(made) : [];
      known = events.length;
      this.heard?.();
    });
    $effect.pre(() => {
      const places = filled(this.mine);
      if (!this.active) this.marked = null;
      this.chosen = !this.active ? null : places.length === 1 ? places[0]! : this.chosen;
    });
  }

  /** Begin to mark dice, none yet: a die that was chosen to be kept must not be rolled by mistake. */
  mark(): void {
    if (this.mayReroll && !this.sending) this.marked = [];
  }

  /** Whether a die is chosen that can be kept now. */
  get isWhole(): boolean {
    return this.active && this.marked === null && this.chosen !== null && !this.sending;
  }

  /** Choose or mark a die of the own belt, or undo that. */
  pick(place: number): void {
    if (!this.active || this.sending) return;
    this.problem = null;
    playSound('tick');
    vibrate();
    if (!this.marked) this.chosen = this.chosen === place ? null : place;
    else if (this.marked.includes(place)) this.marked = this.marked.filter((other) => other !== place);
    else this.marked = [...this.marked, place];
  }

  /** Plan a swap; nothing is sent yet. */
  swap(swap: Swap): void {
    if (!this.maySwap) return;
    playSound('click');
    this.swaps = [...this.swaps, swap];
    this.chosen = swap.own;
  }

  /** Remove the last planned swap. */
  undo(): void {
    if (!this.sending) this.swaps = this.swaps.slice(0, -1);
  }

  async keep(): Promise<void> {
    if (this.chosen !== null) await this.send(`keep ${this.chosen + 1}`);
  }

  async reroll(): Promise<void> {
    const places = [...(this.marked ?? [])].sort((a, b) => a - b);
    if (!places.length) return;
    await this.send(['reroll', ...places.map((place) => place + 1)].join(' '));
    this.marked = null;
  }

  /** Send the swaps in their order, then the move. A refusal drops all planned swaps. */
  private async send(move: string): Promise<void> {
    if (!this.active || this.sending) return;
    this.sending = true;
    for (const text of [...this.swaps.map(swapText), move]) {
      const before = this.board().events.length;
      this.problem = await this.board().choose(text);
      if (this.problem) break;
      await this.until(() => this.board().events.length !== before);
    }
    if (this.problem) this.swaps = [];
    this.chosen = null;
    this.sending = false;
  }

  /** Wait for a state: the answer to a request can come before the events that follow from it. */
  private async until(done: () => boolean): Promise<void> {
    while (!done()) await new Promise<void>((heard) => (this.heard = heard));
    this.heard = null;
  }
}

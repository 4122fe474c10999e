// A turn of sushi battle as its player makes it: which free card to take, and whether chopsticks take a second one.
import type { BattleBoard } from '../game/board';
import { freeCards } from '../game/pyramid';
import { vibrate, playSound } from '../lib/sound';
import type { Problem } from '../wire/wire.gen';

export class BattleTurn {
  chosen = $state<string | null>(null);
  /** Whether to use chopsticks for a second card. */
  two = $state(false);
  sending = $state(false);
  problem = $state.raw<Problem | null>(null);

  active = $derived.by(() => this.board().playing && this.board().toMove.includes(this.board().me));
  frees = $derived.by(() => freeCards(this.board().view));
  mayTwo = $derived.by(() => this.active && this.board().view.moves.some((move) => move.endsWith('chopsticks')));
  dish = $derived.by(() => this.frees.find((card) => card.at === this.chosen)?.dish ?? null);

  /** The place of the card that the coach would take, if it was asked. */
  advised = $derived.by(() => this.advice()?.split(' ')[1] ?? null);

  constructor(
    private readonly board: () => BattleBoard,
    private readonly advice: () => string | null = () => null,
  ) {
    $effect.pre(() => {
      if (!this.mayTwo) this.two = false;
      if (!this.active || !this.frees.some((card) => card.at === this.chosen)) this.chosen = null;
    });
  }

  /** Whether a card is chosen that can be taken now. */
  get isWhole(): boolean {
    return this.active && this.dish !== null && !this.sending;
  }

  /** Choose a free card, or undo that. */
  pick(at: string): void {
    if (!this.active || this.sending) return;
    this.problem = null;
    playSound(this.board().view.second ? 'click' : 'tick');
    vibrate();
    this.chosen = this.chosen === at ? null : at;
  }

  async take(): Promise<void> {
    if (!this.chosen || this.sending) return;
    this.sending = true;
    this.problem = await this.board().choose(`take ${this.chosen}${this.two ? ' chopsticks' : ''}`);
    this.sending = false;
  }
}

// What a worker that thinks is asked: the move of a bot, a hint, the review of a game.
import { bots, explainInSteps, type Okawari } from 'okawari';
import type { HintGiven, Review, State } from '../../wire/wire.gen';
import type { Level } from '../tables/log';
import { prepareNetworks } from './networks';
import { reviewOf } from './reviews';

export type ViewData = NonNullable<State['view']>;
export type Hint = Pick<HintGiven, 'tip' | 'advice'>;

/** A bot's move; `shortened` is whether the device was too slow for all that the level thinks. */
export interface Thought {
  readonly move: string;
  readonly shortened: boolean;
}

export type Thoughts = ReturnType<typeof thoughtsOf>;

export function thoughtsOf(okawari: Okawari) {
  return {
    async choose(view: ViewData, level: Level, seed: string, signal: AbortSignal): Promise<Thought> {
      const bot = bots.makeLevel(level, seed);
      const seen = okawari.view(view);
      if (bots.usesNetworks(level)) await prepareNetworks(okawari.engine, seen.setting);
      const { text } = await bot.think(seen, { signal });
      return { move: text, shortened: bot.shortened };
    },

    async hint(view: ViewData, seconds: number, seed: string, signal: AbortSignal): Promise<Hint> {
      const explanation = await explainInSteps(okawari.view(view), { seconds, seed, signal });
      return explanation.toJSON() as Hint;
    },

    review: (record: unknown, signal: AbortSignal): Promise<Review> => reviewOf(okawari.record(record), signal),
  };
}

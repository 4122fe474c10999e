// The bots: their levels, the dishes that stand for them, and their names.
import { say } from '../lib/texts.svelte';
import type { NewSeat } from '../wire/wire.gen';

export type Level = NonNullable<NewSeat['bot']>;

/** From the weakest to the strongest. */
export const LEVELS: readonly Level[] = ['pip', 'hana', 'taro', 'suzu', 'kenji', 'oba'];

/** The dish that stands for each bot. */
export const BOT_DISHES: Record<Level, string> = {
  pip: 'egg',
  hana: 'dumpling',
  taro: 'chopsticks',
  suzu: 'wasabi',
  kenji: 'tea',
  oba: 'boat',
};

/** A name in a list of tables: bots are listed by their level, and deleted players have no name. */
export function sayName(name: string): string {
  return (LEVELS as readonly string[]).includes(name) ? say(`bot.${name}.name`) : name || say('play.guest');
}

// The setting of a game in words.
import { say } from '../lib/texts.svelte';
import type { SettingChoice } from '../wire/wire.gen';

/** The dessert of most games, which goes without saying. */
const USUAL_DESSERT = 'pudding';

/** The edition, and how the game differs from the usual one. */
export function sayGame(setting: SettingChoice): string {
  return [
    say(`home.menu.${setting.menu}.name`),
    setting.dessert && setting.dessert !== USUAL_DESSERT ? say(`dessert.${setting.dessert}.short`) : '',
    setting.variant ? say(`variant.${setting.variant}.short`) : '',
    setting.must_have_maki ? say('variant.must-have-maki.short') : '',
  ]
    .filter((part) => part)
    .join(', ');
}

/** How a game differs from the usual one: the name and the meaning of each dessert, variant and agreement. */
export function specialRules({
  dessert,
  variant,
  must_have_maki,
}: Pick<SettingChoice, 'dessert' | 'variant' | 'must_have_maki'>): { name: string; about: string }[] {
  const paths = [
    dessert ? `dessert.${dessert}` : '',
    variant ? `variant.${variant}` : '',
    must_have_maki ? 'variant.must-have-maki' : '',
  ];
  return paths.filter((path) => path).map((path) => ({ name: say(`${path}.name`), about: say(`${path}.about`) }));
}

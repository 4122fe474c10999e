// The setting of a game in words.
import { say } from '../lib/texts.svelte';
import type { SettingChoice } from '../wire/wire.gen';

/** The edition, and whatever is not usual about it. */
export function sayGame(setting: SettingChoice): string {
  return [
    say(`home.menu.${setting.menu}.name`),
    setting.dessert && setting.dessert !== 'pudding' ? say(`dessert.${setting.dessert}.short`) : '',
    setting.variant ? say(`variant.${setting.variant}.short`) : '',
    setting.must_have_maki ? say('variant.must-have-maki.short') : '',
  ]
    .filter((part) => part)
    .join(', ');
}

/** What is special about a game: each thing by its name, and what it means. */
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

// What an invitation says: who invites, and to what.
import { sayGame } from '../../game/setting';
import { say } from '../../lib/texts.svelte';
import type { TableInfo } from '../../wire/wire.gen';

/** The sentence of an invitation; `name` is whoever invites, and may be unknown. */
export function sayInvitation({ setting }: Pick<TableInfo, 'setting'>, name?: string): string {
  const what = { game: sayGame(setting), players: say('lobby.seats', { n: setting.seats }) };
  return name ? say('lobby.invited-by', { ...what, name }) : say('lobby.invited', what);
}

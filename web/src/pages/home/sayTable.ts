// A table of the reader in one line: the game, with whom, and how far it is.
import { sayName } from '../../game/bots';
import { sayGame } from '../../game/setting';
import { joinNames, say } from '../../lib/texts.svelte';
import type { TableLine } from '../../wire/wire.gen';

export function sayTable(table: TableLine): string {
  const taken = table.names.flatMap((name, seat) => (name || table.phase !== 'lobby' ? [seat] : []));
  const others = taken.filter((seat) => !table.yours.includes(seat));
  // Where all seats are the reader's, a device is passed around: then everybody is named.
  const names = (others.length || taken.length < 2 ? others : taken).map((seat) => sayName(table.names[seat]!));
  const game = sayGame(table.setting);
  const line = names.length ? say('home.last', { game, names: joinNames(names) }) : game;
  return table.round ? say('home.in-round', { table: line, round: table.round }) : line;
}

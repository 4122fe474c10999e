// Setting up a table: what was chosen the last time, the seats, and opening it.
import { setTable } from '../play/newTables';
import { saveLocal, loadLocal } from '../lib/storage';
import { givenName, guestShape } from '../net/me.svelte';
import { rememberNames } from './names';
import { navigate } from '../lib/router.svelte';
import type { Level } from '../game/bots';
import { say } from '../lib/texts.svelte';
import type { NewSeat, Options, SettingChoice } from '../wire/wire.gen';

export type Mode = 'bots' | 'friends' | 'here';

export interface SetUp {
  setting: SettingChoice;
  options: Options;
  seats: NewSeat[];
}

export const MODES: readonly Mode[] = ['bots', 'friends', 'here'];

const GUESTS: readonly Level[] = ['pip', 'taro', 'hana', 'suzu'];

/** The default set-up of a mode. */
export function firstSetUp(mode: Mode): SetUp {
  return {
    setting: { menu: 'sushi-go-first', seats: 3, dessert: null, variant: null, must_have_maki: false },
    options: { clock: 'none', spectators: true, public: false, hints: null },
    seats: seatsFor(mode, 3, [{ kind: 'you' }]),
  };
}

/** The last set-up of a mode. People who share a device are asked for their names each time: they may be others. */
export function lastSetUp(mode: Mode): SetUp {
  const last = loadLocal<SetUp | null>(`setup.${mode}`, null) ?? firstSetUp(mode);
  return mode === 'here' ? { ...last, seats: last.seats.map(nameless) } : last;
}

function nameless(seat: NewSeat): NewSeat {
  return seat.kind === 'here' ? { ...seat, name: '' } : seat;
}

/** A number of seats: given ones stay, new ones are filled as the mode suggests. */
export function seatsFor(mode: Mode, n: number, seats: NewSeat[]): NewSeat[] {
  const more = Array.from({ length: Math.max(0, n - seats.length) }, (_, i) => newSeat(mode, seats.length + i));
  return [...seats.slice(0, n), ...more];
}

function newSeat(mode: Mode, place: number): NewSeat {
  if (mode === 'friends') return { kind: 'open' };
  if (mode === 'bots') return { kind: 'bot', bot: GUESTS[(place - 1) % GUESTS.length]! };
  return { kind: 'here', name: '', shape: guestShape(place) };
}

/** Whether no seat is open, so that the game can start at once. */
export function isFull(setUp: SetUp): boolean {
  return setUp.seats.every((seat) => seat.kind !== 'open');
}

/** Whether other people can sit at the table: then names tell them apart. */
export function isShared(seats: readonly NewSeat[]): boolean {
  return seats.some((seat) => seat.kind === 'here' || seat.kind === 'open');
}

/** Create the table and go to it. */
export async function openTable(mode: Mode, setUp: SetUp): Promise<void> {
  const path = await setTable(setUp);
  saveLocal(`setup.${mode}`, setUp);
  rememberNames([givenName(), ...setUp.seats.map((seat) => seat.name ?? '')].filter((name) => name));
  navigate(path);
}

/** The names of all at a new table but the host. */
export function sayPeople(seats: NewSeat[]): string {
  const names = seats
    .filter((seat) => seat.kind !== 'you')
    .map((seat) => (seat.bot ? say(`bot.${seat.bot}.name`) : (seat.name ?? say('setup.open'))));
  return names.join(', ');
}

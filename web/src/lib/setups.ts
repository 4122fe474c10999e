// How a table is set before anybody sits: the ways in, what was chosen the last time, and opening it.
import { nonce, post } from './api';
import { keep, kept } from './storage';
import { guestName, guestShape, introduce } from './me.svelte';
import { go } from './router.svelte';
import type { NewSeat, NewTable, Options, SettingChoice, TableMade } from './wire.gen';

export type Level = NonNullable<NewSeat['bot']>;
export type Mode = 'bots' | 'friends' | 'here';

export interface SetUp {
  setting: SettingChoice;
  options: Options;
  seats: NewSeat[];
}

export const LEVELS: readonly Level[] = ['pip', 'hana', 'taro', 'suzu', 'kenji', 'oba'];
export const MODES: readonly Mode[] = ['bots', 'friends', 'here'];
export const MENUS = ['sushi-go-first', 'sushi-go-2014', 'sushi-go-anniversary', 'sushi-roll'] as const;

/** The dish that stands for a bot, and for a menu. */
export const FACES: Record<Level, string> = { pip: 'egg', hana: 'dumpling', taro: 'chopsticks', suzu: 'wasabi', kenji: 'tea', oba: 'boat' };
export const SIGNS: Record<string, string> = { 'sushi-go-first': 'salmon', 'sushi-go-2014': 'maki3', 'sushi-go-anniversary': 'strawberry', 'sushi-roll': 'tempura' };

/** How long a meal takes, in minutes. */
export const MINUTES: Record<string, number> = { 'sushi-go-first': 15, 'sushi-go-2014': 15, 'sushi-go-anniversary': 20, 'sushi-roll': 20 };

const GUESTS: readonly Level[] = ['pip', 'taro', 'hana', 'suzu'];

/** What a way in begins with. */
export function firstSetUp(mode: Mode): SetUp {
  return {
    setting: { menu: 'sushi-go-first', seats: 3, dessert: null, variant: null, must_have_maki: false },
    options: { clock: 'none', spectators: true, public: false, hints: null },
    seats: seatsFor(mode, 3, [{ kind: 'you' }]),
  };
}

/** What was played the last time in this way. */
export function lastSetUp(mode: Mode): SetUp {
  return kept<SetUp | null>(`setup.${mode}`, null) ?? firstSetUp(mode);
}

/** As many seats as there shall be: those that are there stay, new ones are filled as the way in suggests. */
export function seatsFor(mode: Mode, n: number, seats: NewSeat[]): NewSeat[] {
  const more = Array.from({ length: Math.max(0, n - seats.length) }, (_, i) => newSeat(mode, seats.length + i));
  return [...seats.slice(0, n), ...more];
}

function newSeat(mode: Mode, place: number): NewSeat {
  if (mode === 'friends') return { kind: 'open' };
  if (mode === 'bots') return { kind: 'bot', bot: GUESTS[(place - 1) % GUESTS.length]! };
  return { kind: 'here', name: guestName(place), shape: guestShape(place) };
}

/** Whether a table can start as soon as it is set. */
export function isFull(setUp: SetUp): boolean {
  return setUp.seats.every((seat) => seat.kind !== 'open');
}

/** Set the table and go to it. */
export async function openTable(mode: Mode, setUp: SetUp): Promise<void> {
  await introduce();
  const asked: NewTable = { ...setUp, nonce: nonce(), start: isFull(setUp) };
  const made = await post<TableMade>('/api/tables', asked);
  keep(`setup.${mode}`, setUp);
  go(`/t/${made.id}#${made.key}`);
}

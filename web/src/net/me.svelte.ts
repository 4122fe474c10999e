// The reader's name and seat shape. No account: readers who have given no name get a suggested one.
import { get, put, Refusal } from './api';
import { saveLocal, loadLocal } from '../lib/storage';
import { lookUp } from '../lib/texts.svelte';
import type { Me } from '../wire/wire.gen';

let known = $state<Me | null>(null);
let asked: Promise<void> | null = null;

const SHAPES = 5;
/** Step from one seat's name to the next: coprime to the number of names, so that no two seats get the same one. */
const STRIDE = 3;
/** Which of the suggested names and shapes this browser has. */
const chance = loadLocal<number | null>('guest', null) ?? Math.floor(Math.random() * 1000);
saveLocal('guest', chance);

export const shapes: readonly number[] = Array.from({ length: SHAPES }, (_, n) => n + 1);

/** A name for a player who gave none, in the language of the page; `place` is the seat among those of this device. */
export function guestName(place = 0): string {
  const names = lookUp('home.guests') as string[];
  return names[(chance + place * STRIDE) % names.length]!;
}

/** A shape that no other seat of this device has. */
export function guestShape(place: number): number {
  return ((me().shape - 1 + place) % SHAPES) + 1;
}

/** The name and the shape that the reader's seat gets. */
export function me(): { name: string; shape: number } {
  return known?.named ? known : { name: guestName(), shape: (chance % SHAPES) + 1 };
}

/** Fetch the reader's name once. */
export function fetchMe(): Promise<void> {
  asked ??= get<Me>('/api/me').then(
    (answer) => {
      known = answer;
    },
    () => {
      asked = null;
    },
  );
  return asked;
}

/** Change name and shape. An older answer that is still on its way must not overwrite them. */
export async function rename(name: string, shape: number): Promise<void> {
  await asked;
  known = await put<Me>('/api/me', { name, shape });
}

/** Before sitting down: save the suggested name, unless there is one already. Without a cookie nobody can sit. */
export async function ensureNamed(): Promise<void> {
  await fetchMe();
  if (known?.named) return;
  await rename(me().name, me().shape);
  if ((await get<Me>('/api/me')).named) return;
  forgetMe();
  throw new Refusal({ code: 'no-cookie', params: {} });
}

/** Drop the name: the server knows this browser by another cookie now. */
export function forgetMe(): void {
  known = null;
  asked = null;
}

// The reader's name and seat shape. No account: readers who have given no name get a suggested one.
import { get, put, Refusal } from './api';
import { loadLocal, removeLocal, saveLocal } from '../lib/storage';
import { lookUp } from '../lib/texts.svelte';
import type { Me } from '../wire/wire.gen';

let known = $state<Me | null>(null);
let asked: Promise<void> | null = null;

const SHAPES = 5;
/** Step from one seat's name to the next: coprime to the number of names, so that no two seats get the same one. */
const STRIDE = 3;
/** Where this browser notes the suggested name that was saved for a reader who has given none. */
const SUGGESTED = 'suggested';
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

/** The name that the reader has given; empty if there is only a suggested one. */
export function givenName(): string {
  return known?.named && known.name !== loadLocal(SUGGESTED, '') ? known.name : '';
}

/** Whether this browser has been at a table before. */
export function hasPlayed(): boolean {
  return loadLocal('played', false);
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

/** Change name and shape. */
export async function rename(name: string, shape: number): Promise<void> {
  const renamed = await saveMe(name, shape);
  removeLocal(SUGGESTED);
  known = renamed;
}

async function saveMe(name: string, shape: number): Promise<Me> {
  // An older answer that is still on its way must not overwrite the name.
  await asked;
  return put<Me>('/api/me', { name, shape });
}

/** Before sitting down: save the suggested name, unless there is one already. Without a cookie nobody can sit. */
export async function ensureNamed(): Promise<void> {
  saveLocal('played', true);
  await fetchMe();
  if (known?.named) return;
  const { name, shape } = me();
  known = await saveMe(name, shape);
  saveLocal(SUGGESTED, known.name);
  if ((await get<Me>('/api/me')).named) return;
  forgetMe();
  throw new Refusal({ code: 'no-cookie', params: {} });
}

/** Drop the name: the server knows this browser by another cookie now. */
export function forgetMe(): void {
  known = null;
  asked = null;
}

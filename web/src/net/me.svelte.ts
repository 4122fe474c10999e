// Who this browser is. Nobody is asked at the door: whoever has not said a name gets one suggested.
import { get, put, Refusal } from './api';
import { saveLocal, loadLocal } from '../lib/storage';
import { lookUp } from '../lib/texts.svelte';
import type { Me } from '../wire/wire.gen';

let known = $state<Me | null>(null);
let asked: Promise<void> | null = null;

const SHAPES = 5;
/** From one stool to the next: no divisor of the number of names, so that no two are called the same. */
const STRIDE = 3;
/** Which of the suggested names and shapes this browser got. */
const chance = loadLocal<number | null>('guest', null) ?? Math.floor(Math.random() * 1000);
saveLocal('guest', chance);

export const shapes: readonly number[] = Array.from({ length: SHAPES }, (_, n) => n + 1);

/** A name for somebody who gave none, in the language of the page; `place` is their stool at this device. */
export function guestName(place = 0): string {
  const names = lookUp('home.guests') as string[];
  return names[(chance + place * STRIDE) % names.length]!;
}

/** A shape that nobody else at this device has. */
export function guestShape(place: number): number {
  return ((me().shape - 1 + place) % SHAPES) + 1;
}

/** The name and the shape that a seat gets. */
export function me(): { name: string; shape: number } {
  return known?.named ? known : { name: guestName(), shape: (chance % SHAPES) + 1 };
}

/** Ask the server once who it thinks we are. */
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

/** Take a name and a shape. An older answer that is still on its way must not overwrite them. */
export async function rename(name: string, shape: number): Promise<void> {
  await asked;
  known = await put<Me>('/api/me', { name, shape });
}

/** Before sitting down: the suggested name becomes ours, unless there is one already. Without a cookie nobody can sit. */
export async function ensureNamed(): Promise<void> {
  await fetchMe();
  if (known?.named) return;
  await rename(me().name, me().shape);
  if ((await get<Me>('/api/me')).named) return;
  forgetMe();
  throw new Refusal({ code: 'no-cookie', params: {} });
}

/** The server has somebody else behind this browser now. */
export function forgetMe(): void {
  known = null;
  asked = null;
}

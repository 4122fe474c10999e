// The reader's name and seat shape. No account: readers who have given no name get a suggested one.
import { get, put, Refusal } from './api';
import { TABLES } from '../facts/tables';
import { hasServer } from '../lib/site';
import { loadLocal, removeLocal, saveLocal } from '../lib/storage';
import { lookUp } from '../lib/texts.svelte';
import type { Me } from '../wire/wire.gen';

/** The name and shape as this browser has them; the server's may differ if they were changed without a net. */
const SAVED = 'me';
let known = $state.raw<Me | null>(loadLocal<Me | null>(SAVED, null));
let asked: Promise<void> | null = null;
/** What the server has. */
let onServer: Me | null = null;

/** Milliseconds after which a server that does not answer is told later. */
const PATIENCE = 3000;
/** Step from one seat's name to the next: coprime to the number of names, so that no two seats get the same one. */
const STRIDE = 3;
/** Where this browser notes the suggested name that was saved for a reader who has given none. */
const SUGGESTED = 'suggested';
/** Which of the suggested names and shapes this browser has. */
const chance = loadLocal<number | null>('guest', null) ?? Math.floor(Math.random() * 1000);
saveLocal('guest', chance);

/** A name for a player who gave none, in the language of the page; `place` is the seat among those of this device. */
export function guestName(place = 0): string {
  const names = lookUp('home.guests') as string[];
  return names[(chance + place * STRIDE) % names.length]!;
}

/** A shape that no other seat of this device has. */
export function guestShape(place: number): number {
  return nthShape(TABLES.shapes.indexOf(me().shape) + place);
}

/** Shapes in turn. */
const nthShape = (n: number): number => TABLES.shapes[n % TABLES.shapes.length]!;

/** The name and the shape that the reader's seat gets. */
export function me(): { name: string; shape: number } {
  return known?.named ? known : { name: guestName(), shape: nthShape(chance) };
}

/** The name that the reader has given; empty if there is only a suggested one. */
export function givenName(): string {
  return known?.named && known.name !== loadLocal(SUGGESTED, '') ? known.name : '';
}

/** Whether this browser has been at a table before. */
export function hasPlayed(): boolean {
  return loadLocal('played', false);
}

/** Note that this browser has been at a table. */
export function notePlayed(): void {
  saveLocal('played', true);
}

/** Ask the server for the reader's name once. A name that was given in this browser is kept. */
export function fetchMe(): Promise<void> {
  if (!hasServer()) return Promise.resolve();
  asked ??= get<Me>('/api/me').then(
    (answer) => {
      onServer = answer;
      if (answer.named && !known?.named) keep(answer);
    },
    () => {
      asked = null;
    },
  );
  return asked;
}

/** Change name and shape; if the server does not answer, it is told before the reader next sits down there. */
export async function rename(name: string, shape: number): Promise<void> {
  removeLocal(SUGGESTED);
  keep({ name: name.trim(), shape, named: true });
  if (!hasServer()) return;
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([tellServer().catch(unlessOffline), late]);
}

/** Before sitting down at a table of the server: it must know the reader's name, and the browser must take its cookie. */
export async function ensureNamed(): Promise<void> {
  notePlayed();
  await fetchMe();
  if (!known?.named) {
    const { name, shape } = me();
    saveLocal(SUGGESTED, name);
    keep({ name, shape, named: true });
  }
  if (onServer?.named && onServer.name === known!.name && onServer.shape === known!.shape) return;
  await tellServer();
  if ((await get<Me>('/api/me')).named) return;
  forgetMe();
  throw new Refusal({ code: 'no-cookie', params: {} });
}

/** Forget what the server said: it knows this browser by another cookie now, or not at all. */
export function forgetMe(): void {
  removeLocal(SAVED);
  known = null;
  onServer = null;
  asked = null;
}

function keep(named: Me): void {
  known = named;
  saveLocal(SAVED, named);
}

/** Tell the server the name, which it may tidy up. */
async function tellServer(): Promise<void> {
  // An older answer that is still on its way must not overwrite the name.
  await asked;
  const { name, shape } = known!;
  onServer = await put<Me>('/api/me', { name, shape });
  if (loadLocal(SUGGESTED, null) === name) saveLocal(SUGGESTED, onServer.name);
  keep(onServer);
}

function unlessOffline(error: Refusal): void {
  if (error.problem.code !== 'offline') throw error;
}

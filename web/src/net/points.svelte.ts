// The facts and numbers of the rules, fetched from the server once.
import { get } from './api';
import type { Points } from '../wire/wire.gen';

const AGAIN_AFTER = 3000;

let known = $state.raw<Points | null>(null);
let asked: Promise<Points> | null = null;

/** The facts of the rules; null until they are fetched. */
export function points(): Points | null {
  void fetchedPoints();
  return known;
}

/** The facts of the rules, once they are fetched. */
export function fetchedPoints(): Promise<Points> {
  return (asked ??= fetchPoints());
}

async function fetchPoints(): Promise<Points> {
  try {
    return (known = await get<Points>('/api/points'));
  } catch {
    await new Promise((again) => setTimeout(again, AGAIN_AFTER));
    return fetchPoints();
  }
}

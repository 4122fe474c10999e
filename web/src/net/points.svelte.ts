// The numbers of the rules, fetched from the server once.
import { get } from './api';
import type { Points } from '../wire/wire.gen';

const AGAIN_AFTER = 3000;

let known = $state.raw<Points | null>(null);
let asked = false;

/** The numbers of the rules; null until they are fetched. */
export function points(): Points | null {
  if (!asked) void fetchPoints();
  return known;
}

async function fetchPoints(): Promise<void> {
  asked = true;
  try {
    known = await get<Points>('/api/points');
  } catch {
    setTimeout(fetchPoints, AGAIN_AFTER);
  }
}

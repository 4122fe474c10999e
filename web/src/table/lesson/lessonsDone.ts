// The lessons that were taken in this browser to their end.
import { loadLocal, saveLocal } from '../../lib/storage';

const KEY = 'lessons';

export function lessonsDone(): readonly string[] {
  return loadLocal<string[]>(KEY, []);
}

export function markDone(lesson: string): void {
  saveLocal(KEY, [...new Set([...lessonsDone(), lesson])]);
}

// The lessons, with the seeds of their deals.
import type { LessonLine } from '../wire/wire.gen';
import facts from './lessons.gen.json';

/** A lesson, and the seed of its deal. */
export interface Lesson extends LessonLine {
  readonly seed: number;
}

/** All lessons, in the order in which they are offered. */
export const lessons: readonly Lesson[] = facts;

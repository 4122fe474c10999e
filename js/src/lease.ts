// Arrays in the module's memory that are freed together.
import type { Engine, NdArray, Records, Reserved } from './engine.js';

/** Keeps and reserves arrays for one search, and frees them all after it. */
export class Lease {
  private readonly held: (NdArray | Records | Reserved)[] = [];

  constructor(protected readonly engine: Engine) {}

  /** Keep an array: see `Engine.keep`. */
  keep<Kept extends NdArray | Records>(array: Kept): Kept {
    this.held.push(this.engine.keep(array));
    return array;
  }

  /** Reserve a zeroed array: see `Engine.reserve`. */
  reserve(item: number, ...shape: number[]): Reserved {
    const array = this.engine.reserve(item, ...shape);
    this.held.push(array);
    return array;
  }

  /** Free them all. */
  end(): void {
    for (const array of this.held.splice(0)) this.engine.release(array);
  }
}

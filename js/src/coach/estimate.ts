// Estimates: means with their errors, written by kernels.
import { type Argument, type Engine, NdArray } from '../engine.js';

/** A mean, and half the width of its 95 % interval. */
export interface Estimate {
  readonly value: number;
  readonly error: number;
}

/** Whether the interval excludes zero. */
export const isSignificant = ({ value, error }: Estimate): boolean => Math.abs(value) > error;

/** The estimate that a kernel writes. */
export function estimated(engine: Engine, kernel: string, ...args: Argument[]): Estimate {
  const out = new Float64Array(2);
  engine.call(kernel, ...args, out);
  return { value: out[0]!, error: out[1]! };
}

/** The estimate of every column of samples. */
export function estimates(engine: Engine, samples: NdArray): Estimate[] {
  const columns = samples.shape[1]!;
  const out = new Float64Array(2 * columns);
  engine.call('estimate_moves', samples, new NdArray(out, [columns, 2]));
  return Array.from({ length: columns }, (_, k) => ({ value: out[2 * k]!, error: out[2 * k + 1]! }));
}

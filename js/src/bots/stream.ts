// The random numbers of bots: the same stream as in Python, whose bots/stream.py describes every draw.
import { sha256 } from '../sha256.js';

const GOLDEN = 0x9e3779b97f4a7c15n;
const MIX1 = 0xbf58476d1ce4e5b9n;
const MIX2 = 0x94d049bb133111ebn;

const word64 = (value: bigint): bigint => BigInt.asUintN(64, value);

/** A stream of random numbers, the same for the same seed: an integer or a text. */
export class Stream {
  private state: bigint;

  constructor(seed: number | bigint | string = 0) {
    this.state = typeof seed === 'string' ? fromText(seed) : word64(BigInt(seed));
  }

  /** A number of 64 bits. */
  word(): bigint {
    this.state = word64(this.state + GOLDEN);
    let word = this.state;
    word = word64((word ^ (word >> 30n)) * MIX1);
    word = word64((word ^ (word >> 27n)) * MIX2);
    return word ^ (word >> 31n);
  }

  /** A number of 63 bits. */
  bits(): bigint {
    return this.word() >> 1n;
  }

  /** A nearly uniform number below n, which is less than 2^32. */
  below(n: number): number {
    return Number(((this.word() >> 32n) * BigInt(n)) >> 32n);
  }

  /** A number from 0 to 1, without 1. */
  unit(): number {
    return Number(this.word() >> 11n) / 2 ** 53;
  }

  /** One of these elements. */
  choice<Element>(elements: readonly Element[]): Element {
    if (!elements.length) throw new RangeError('There is nothing to choose from.');
    return elements[this.below(elements.length)]!;
  }

  /** Some n of these elements, in random order. */
  sample<Element>(elements: readonly Element[], n: number): Element[] {
    const left = [...elements];
    for (let i = 0; i < n; i++) {
      const there = i + this.below(left.length - i);
      [left[i], left[there]] = [left[there]!, left[i]!];
    }
    return left.slice(0, n);
  }

  /** An index, as likely as its share of the sum of the weights. */
  weighted(weights: readonly number[]): number {
    const drawn = this.unit() * weights.reduce((total, weight) => total + weight, 0);
    let [soFar, last] = [0, 0];
    for (const [index, weight] of weights.entries()) {
      soFar += weight;
      if (drawn < soFar) return index;
      if (weight) last = index;
    }
    return last;
  }

  /** Whether something with this probability happens. */
  chance(p: number): boolean {
    return this.unit() < p;
  }
}

function fromText(seed: string): bigint {
  return new DataView(sha256(seed).buffer).getBigUint64(0);
}

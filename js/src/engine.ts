// The WebAssembly module: loads it, and calls its entry points with arrays and numbers.
//
// Every entry point takes the address of an array of 64-bit words and replaces the first ones by its results;
// kernels/trampolines.py says which words. Arrays of JavaScript are copied into the module's memory for a call and back
// after it. Large ones can be kept there: see `Engine.keep`.
import { ENTRIES, MOST_WORDS } from './entries.gen.js';
import type { Layout, Scalar } from './layouts.gen.js';

export type Numbers =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

/** What an entry point takes: a number, a boolean, an array, or the fields of a tuple. */
export type Argument = number | bigint | boolean | Numbers | NdArray | Records | Reserved | readonly Argument[];

/** An array with more than one dimension, or one that lies in the module's memory. */
export class NdArray {
  /** The address in the module's memory, if the array is kept there. */
  address = 0;

  constructor(
    readonly data: Numbers,
    readonly shape: readonly number[],
  ) {}
}

/** An array that lies in the module's memory only: see `Engine.reserve`. */
export class Reserved {
  constructor(
    readonly address: number,
    readonly bytes: number,
    readonly shape: readonly number[],
  ) {}
}

/** Records of one layout, one after the other. */
export class Records {
  address = 0;
  private readonly view: DataView;

  constructor(
    readonly layout: Layout,
    readonly length = 1,
    readonly data: Uint8Array = new Uint8Array(layout.size * length),
  ) {
    this.view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  }

  get shape(): readonly number[] {
    return [this.length];
  }

  /** A copy of some records; without arguments, of all. */
  slice(start = 0, end = this.length): Records {
    const { size } = this.layout;
    return new Records(this.layout, end - start, this.data.slice(start * size, end * size));
  }

  /** A number of a field: `index` counts through its dimensions, `row` through the records. Exact below 2^53. */
  get(field: string, index = 0, row = 0): number {
    return Number(this.read(field, index, row));
  }

  /** A number of a field of 64 bits, such as the cards of a hand. */
  big(field: string, index = 0, row = 0): bigint {
    return BigInt(this.read(field, index, row));
  }

  set(field: string, value: number | bigint, index = 0, row = 0): void {
    const [at, type] = this.place(field, index, row);
    WRITE[type](this.view, at, value);
  }

  /** The numbers of a field, all dimensions in one row. */
  list(field: string, row = 0): number[] {
    const [, , ...shape] = this.field(field);
    return Array.from({ length: product(shape) }, (_, index) => this.get(field, index, row));
  }

  private read(field: string, index: number, row: number): number | bigint {
    const [at, type] = this.place(field, index, row);
    return READ[type](this.view, at);
  }

  private place(field: string, index: number, row: number): [number, Scalar] {
    const [offset, type] = this.field(field);
    return [row * this.layout.size + offset + index * SIZES[type], type];
  }

  private field(name: string): readonly [number, Scalar, ...number[]] {
    const found = this.layout.fields[name];
    if (!found) throw new RangeError(`Such a record has no field ${name}.`);
    return found;
  }
}

const SIZES: Record<Scalar, number> = { i8: 1, u8: 1, i16: 2, i32: 4, u32: 4, i64: 8, u64: 8, f32: 4, f64: 8 };

const READ: Record<Scalar, (view: DataView, at: number) => number | bigint> = {
  i8: (view, at) => view.getInt8(at),
  u8: (view, at) => view.getUint8(at),
  i16: (view, at) => view.getInt16(at, true),
  i32: (view, at) => view.getInt32(at, true),
  u32: (view, at) => view.getUint32(at, true),
  i64: (view, at) => view.getBigInt64(at, true),
  u64: (view, at) => view.getBigUint64(at, true),
  f32: (view, at) => view.getFloat32(at, true),
  f64: (view, at) => view.getFloat64(at, true),
};

const WRITE: Record<Scalar, (view: DataView, at: number, value: number | bigint) => void> = {
  i8: (view, at, value) => view.setInt8(at, Number(value)),
  u8: (view, at, value) => view.setUint8(at, Number(value)),
  i16: (view, at, value) => view.setInt16(at, Number(value), true),
  i32: (view, at, value) => view.setInt32(at, Number(value), true),
  u32: (view, at, value) => view.setUint32(at, Number(value), true),
  i64: (view, at, value) => view.setBigInt64(at, BigInt(value), true),
  u64: (view, at, value) => view.setBigUint64(at, BigInt(value), true),
  f32: (view, at, value) => view.setFloat32(at, Number(value), true),
  f64: (view, at, value) => view.setFloat64(at, Number(value), true),
};

const product = (shape: readonly number[]): number => shape.reduce((all, length) => all * length, 1);

const bytesOf = (data: Numbers): Uint8Array => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

type Kept = NdArray | Records;

interface Exports {
  memory: WebAssembly.Memory;
  okawari_allocate(size: number): number;
  okawari_free(address: number, size: number): void;
}

/** A kernel failed or the module's memory is full. */
export class EngineError extends Error {}

/** The WebAssembly module, ready to be called. */
export class Engine {
  private readonly exports: Exports;
  private readonly functions: Record<string, (words: number) => number>;
  private readonly words: number;
  private memory: DataView;

  constructor(
    module: WebAssembly.Module,
    /** The entry points of the module, and what they take. */
    private readonly entries: Readonly<Record<string, { readonly kinds: string }>> = ENTRIES,
  ) {
    const { exports } = new WebAssembly.Instance(module);
    this.exports = exports as unknown as Exports;
    this.functions = exports as unknown as Record<string, (words: number) => number>;
    this.memory = new DataView(this.exports.memory.buffer);
    this.words = this.allocate(8 * MOST_WORDS);
  }

  /** How many bytes the module's memory has. It never shrinks. */
  get bytes(): number {
    return this.exports.memory.buffer.byteLength;
  }

  /** Call an entry point: its results as numbers, exact below 2^53. */
  call(name: string, ...args: Argument[]): number[] {
    return this.run(name, args, (kind) =>
      kind === 'd' ? (at) => this.view().getFloat64(at, true) : (at) => Number(this.view().getBigInt64(at, true)),
    );
  }

  /** Call an entry point whose result is an integer of 64 bits, such as counted cards. */
  callBig(name: string, ...args: Argument[]): bigint {
    return this.run(name, args, () => (at) => this.view().getBigInt64(at, true))[0]!;
  }

  /** Keep an array in the module's memory until `release`: calls neither copy it in nor out. */
  keep<Array extends Kept>(array: Array): Array {
    array.address = this.copyIn(array.data);
    return array;
  }

  /** A zeroed array in the module's memory until `release`, with items of so many bytes: for what only kernels read. */
  reserve(item: number, ...shape: number[]): Reserved {
    const bytes = item * product(shape);
    const before = this.bytes;
    const address = this.allocate(bytes);
    // Memory that was not there before is zeroed already.
    new Uint8Array(this.exports.memory.buffer).fill(0, address, Math.min(address + bytes, before));
    return new Reserved(address, bytes, shape);
  }

  /** Copy a kept array back from the module's memory. */
  refresh(array: Kept): void {
    this.copyOut(array.address, array.data);
  }

  /** Copy a kept array into the module's memory again, after a change. */
  update(array: Kept): void {
    this.bytesAt(array.address, array.data).set(bytesOf(array.data));
  }

  /** Free the memory of a kept or reserved array. */
  release(array: Kept | Reserved): void {
    if (array instanceof Reserved) {
      this.exports.okawari_free(array.address, array.bytes);
    } else {
      this.free(array.address, array.data);
      array.address = 0;
    }
  }

  private run<Result>(
    name: string,
    args: readonly Argument[],
    read: (kind: string) => (at: number) => Result,
  ): Result[] {
    const entry = this.entries[name];
    const trampoline = this.functions[name];
    if (!entry || !trampoline) throw new RangeError(`There is no entry point ${name}.`);
    const [taken, given] = entry.kinds.split('>') as [string, string];
    const copied: [number, Numbers][] = [];
    const values: (number | bigint)[] = [];
    try {
      this.collect(args, values, copied);
      this.write(name, taken, values);
      const status = trampoline(this.words);
      if (status) throw new EngineError(`${name} failed with status ${status}.`);
      for (const [address, data] of copied) this.copyOut(address, data);
      return [...given].map((kind, n) => read(kind)(this.words + 8 * n));
    } finally {
      for (const [address, data] of copied) this.free(address, data);
    }
  }

  /** The words of some arguments; arrays that are not kept are copied in and noted. */
  private collect(args: readonly Argument[], values: (number | bigint)[], copied: [number, Numbers][]): void {
    for (const arg of args) {
      if (Array.isArray(arg)) this.collect(arg as readonly Argument[], values, copied);
      else if (typeof arg === 'number' || typeof arg === 'bigint') values.push(arg);
      else if (typeof arg === 'boolean') values.push(arg ? 1 : 0);
      else if (arg instanceof Reserved) values.push(arg.address, ...arg.shape);
      else this.collectArray(arg as Numbers | Kept, values, copied);
    }
  }

  private collectArray(array: Numbers | Kept, values: (number | bigint)[], copied: [number, Numbers][]): void {
    const isKept = array instanceof NdArray || array instanceof Records;
    const data = isKept ? array.data : array;
    const shape = isKept ? array.shape : [array.length];
    let address = isKept ? array.address : 0;
    if (!address) {
      address = this.copyIn(data);
      copied.push([address, data]);
    }
    values.push(address, ...shape);
  }

  private write(name: string, kinds: string, values: readonly (number | bigint)[]): void {
    const view = this.view();
    let n = 0;
    const next = () => {
      const value = values[n++];
      if (value === undefined) throw new TypeError(`${name}: an argument is missing.`);
      return value;
    };
    for (const kind of kinds) {
      if (kind === '(' || kind === ')') continue;
      const at = this.words + 8 * n;
      if (kind === 'd') view.setFloat64(at, Number(next()), true);
      else view.setBigInt64(at, BigInt.asIntN(64, BigInt(next())), true);
      const dimensions = Number(kind);
      for (let d = 0; d < dimensions; d++) view.setBigInt64(this.words + 8 * n, BigInt(next()), true);
    }
    if (n !== values.length) throw new TypeError(`${name}: there are too many arguments.`);
  }

  /** A view of the memory; growing it makes earlier ones useless. */
  private view(): DataView {
    if (this.memory.buffer !== this.exports.memory.buffer) this.memory = new DataView(this.exports.memory.buffer);
    return this.memory;
  }

  private copyIn(data: Numbers): number {
    const address = this.allocate(data.byteLength);
    this.bytesAt(address, data).set(bytesOf(data));
    return address;
  }

  private copyOut(address: number, data: Numbers): void {
    bytesOf(data).set(this.bytesAt(address, data));
  }

  private bytesAt(address: number, data: Numbers): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, address, data.byteLength);
  }

  private allocate(size: number): number {
    const address = this.exports.okawari_allocate(size);
    if (!address) throw new EngineError(`There is no memory for ${size} more bytes.`);
    return address;
  }

  private free(address: number, data: Numbers): void {
    this.exports.okawari_free(address, data.byteLength);
  }
}

/** Compile the module: from bytes, or from the file beside this one, in browsers and in Node alike. */
export async function compile(
  source?: BufferSource | WebAssembly.Module | Response | PromiseLike<Response>,
): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source as BufferSource);
  if (source) return WebAssembly.compileStreaming(source);
  const url = new URL('./okawari.wasm', import.meta.url);
  if (url.protocol !== 'file:') return WebAssembly.compileStreaming(fetch(url));
  const { readFile } = await import('node:fs/promises');
  return WebAssembly.compile(await readFile(url));
}

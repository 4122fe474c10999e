// Trained networks: they are loaded when a bot needs them, and run in a WebAssembly module of their own.
import { type Argument, Engine, NdArray, type Numbers, compile } from '../engine.js';
import type { Setting } from '../settings.js';
import { gameKey } from './weights.js';

/** Reads a file of the folder `networks` of this package. */
export type FileReader = (file: string) => Promise<Uint8Array>;

/** A network for a game, as kernels take it. */
export interface Guide {
  /** The module that runs it. */
  readonly engine: Engine;
  readonly code: readonly Argument[];
  readonly layers: readonly Argument[];
}

/** What networks.json says of a game: its network, and the cells and actions of the game. */
interface GameRow {
  readonly file: string;
  readonly cells: number;
  readonly centre: readonly number[];
  readonly factor: readonly number[];
  readonly moveOf: readonly number[];
  readonly actionOf: readonly number[];
}

interface Table {
  readonly entries: Readonly<Record<string, { readonly kinds: string }>>;
  readonly games: Readonly<Record<string, GameRow>>;
}

interface Header {
  readonly cells: number;
  readonly width: number;
  readonly actions: number;
}

const LOADED = new WeakMap<Engine, Networks>();

/** The network for a game, if it was loaded for the engine of a view. */
export function guideFor(engine: Engine, setting: Setting): Guide | null {
  return LOADED.get(engine)?.guideFor(setting) ?? null;
}

/** Networks by game. */
export class Networks {
  private readonly guides = new Map<string, Guide>();

  private constructor(
    private readonly engine: Engine,
    private readonly table: Table,
    private readonly read: FileReader,
  ) {}

  /** Load the module of networks for the bots of an engine; `prepare` then loads a network. */
  static async load(engine: Engine, read: FileReader = readBeside): Promise<Networks> {
    const [module, text] = await Promise.all([read('networks.wasm'), read('networks.json')]);
    const table = JSON.parse(new TextDecoder().decode(text)) as Table;
    const networks = new Networks(new Engine(await compile(module as BufferSource), table.entries), table, read);
    LOADED.set(engine, networks);
    return networks;
  }

  /** Load the network for a game, if there is one. */
  async prepare(setting: Setting): Promise<void> {
    const [key, row] = [gameKey(setting), this.table.games[gameKey(setting)]];
    if (!row || this.guides.has(key)) return;
    const content = await this.read(row.file);
    this.guides.set(key, {
      engine: this.engine,
      code: this.codeOf(row, setting.seats),
      layers: this.layersOf(row, content),
    });
  }

  /** The network for a game, if it was loaded. */
  guideFor(setting: Setting): Guide | null {
    return this.guides.get(gameKey(setting)) ?? null;
  }

  private codeOf({ cells, moveOf, actionOf }: GameRow, seats: number): readonly Argument[] {
    const forAll = (row: readonly number[]) =>
      this.kept(
        Int16Array.from({ length: seats * row.length }, (_, n) => row[n % row.length]!),
        seats,
        row.length,
      );
    return [forAll(moveOf), forAll(actionOf), cells];
  }

  private layersOf({ centre, factor }: GameRow, content: Uint8Array): readonly Argument[] {
    const end = content.indexOf(0x0a);
    const { cells, width, actions } = JSON.parse(new TextDecoder().decode(content.subarray(0, end))) as Header;
    let at = end + 1;
    const next = (...shape: number[]) => {
      const from = at;
      at += 2 * shape.reduce((all, length) => all * length, 1);
      return floats(content.subarray(from, at));
    };
    const first = next(cells, width).subarray(0, centre.length * width);
    return [
      this.kept(Float32Array.from(centre), centre.length),
      this.kept(Float32Array.from(factor), factor.length),
      this.kept(first, centre.length, width),
      this.kept(next(width), width),
      this.kept(next(width, width), width, width),
      this.kept(next(width), width),
      this.kept(next(width, actions), width, actions),
      this.kept(next(actions), actions),
      this.kept(next(width), width),
      this.kept(next(1), 1),
    ];
  }

  private kept(data: Numbers, ...shape: number[]): NdArray {
    return this.engine.keep(new NdArray(data, shape));
  }
}

/** Numbers of 16 bits (IEEE 754, little-endian) as numbers of 32 bits. */
function floats(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.length / 2 }, (_, n) => floatOf(view.getUint16(2 * n, true)));
}

function floatOf(half: number): number {
  const [exponent, fraction] = [(half >> 10) & 0x1f, half & 0x3ff];
  const size = exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -14 * (fraction / 1024);
  return half & 0x8000 ? -size : size;
}

/** Reads from the folder beside this file's, in browsers and in Node alike. */
async function readBeside(file: string): Promise<Uint8Array> {
  const url = new URL(`../networks/${file}`, import.meta.url);
  if (url.protocol !== 'file:') return new Uint8Array(await (await fetch(url)).arrayBuffer());
  const { readFile } = await import('node:fs/promises');
  return readFile(url);
}

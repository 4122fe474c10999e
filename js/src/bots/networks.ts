// Trained networks: they are loaded when a bot needs them, and run in a WebAssembly module of their own.
import { type Argument, Engine, NdArray, type Numbers, compile } from '../engine.js';
import type { Setting } from '../settings.js';
import { gameKey } from './weights.js';

/** Reads a file of the folder `networks` of this package. */
export type FileReader = (file: string) => Promise<Uint8Array>;

/** A network for a game, as kernels take it. */
export interface Player {
  /** The module that runs it. */
  readonly engine: Engine;
  readonly code: readonly Argument[];
  readonly layers: readonly Argument[];
}

/** What networks.json says of a game: its network, and the cells and actions of the game. */
interface GameRow {
  readonly file: string;
  /** Whether it guides searches, too. */
  readonly guides: boolean;
  readonly cells: number;
  readonly centre: readonly number[];
  readonly factor: readonly number[];
  /** A row for each seat, or one for all. */
  readonly moveOf: Rows;
  readonly actionOf: Rows;
  readonly form: Form | null;
}

type Rows = readonly (readonly number[])[];

/** What goes into a network and comes out of it, where that is more than the cells and actions: see encoding/forms.py. */
interface Form {
  readonly inputOf: readonly number[];
  readonly marks: Rows;
  readonly termCells: readonly number[];
  readonly termOutputs: readonly number[];
  readonly faces: number;
  readonly termsOf: Rows;
}

interface Table {
  readonly entries: Readonly<Record<string, { readonly kinds: string }>>;
  readonly games: Readonly<Record<string, GameRow>>;
}

interface Header {
  readonly cells: number;
  readonly width: number;
  readonly actions: number;
  /** How many numbers go in and come out, where they are not the cells and actions. */
  readonly inputs?: number;
  readonly outputs?: number;
}

const LOADED = new WeakMap<Engine, Networks>();

/** The network that guides searches of a game, if there is one and it was loaded for the engine of a view. */
export function guideFor(engine: Engine, setting: Setting): Player | null {
  return LOADED.get(engine)?.guideFor(setting) ?? null;
}

/** The network that plays a game, if it was loaded for the engine of a view. */
export function playerFor(engine: Engine, setting: Setting): Player | null {
  return LOADED.get(engine)?.playerFor(setting) ?? null;
}

/** Networks by game. */
export class Networks {
  private readonly players = new Map<string, Player>();

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
    if (!row || this.players.has(key)) return;
    const content = await this.read(row.file);
    this.players.set(key, {
      engine: this.engine,
      code: this.codeOf(row, setting.seats),
      layers: this.layersOf(row, content),
    });
  }

  /** The network that guides searches of a game, if there is one and it was loaded. */
  guideFor(setting: Setting): Player | null {
    return this.table.games[gameKey(setting)]?.guides ? this.playerFor(setting) : null;
  }

  /** The network that plays a game, if it was loaded. */
  playerFor(setting: Setting): Player | null {
    return this.players.get(gameKey(setting)) ?? null;
  }

  private codeOf({ cells, moveOf, actionOf, form }: GameRow, seats: number): readonly Argument[] {
    const forAll = (rows: Rows) => this.rows(Array.from({ length: seats }, (_, seat) => rows[seat % rows.length]!));
    return [forAll(moveOf), forAll(actionOf), cells, ...(form ? this.formOf(form) : [])];
  }

  private formOf({ inputOf, marks, termCells, termOutputs, faces, termsOf }: Form): readonly Argument[] {
    return [
      this.list(inputOf),
      this.rows(marks),
      this.list(termCells),
      this.list(termOutputs),
      faces,
      this.rows(termsOf),
    ];
  }

  private layersOf({ centre, factor }: GameRow, content: Uint8Array): readonly Argument[] {
    const end = content.indexOf(0x0a);
    const header = JSON.parse(new TextDecoder().decode(content.subarray(0, end))) as Header;
    const { cells, width, actions, inputs = cells, outputs = actions } = header;
    let at = end + 1;
    const next = (...shape: number[]) => {
      const from = at;
      at += 2 * shape.reduce((all, length) => all * length, 1);
      return floats(content.subarray(from, at));
    };
    const first = next(inputs, width).subarray(0, centre.length * width);
    return [
      this.kept(Float32Array.from(centre), centre.length),
      this.kept(Float32Array.from(factor), factor.length),
      this.kept(first, centre.length, width),
      this.kept(next(width), width),
      this.kept(next(width, width), width, width),
      this.kept(next(width), width),
      this.kept(next(width, outputs), width, outputs),
      this.kept(next(outputs), outputs),
      this.kept(next(width), width),
      this.kept(next(1), 1),
    ];
  }

  private list(numbers: readonly number[]): NdArray {
    return this.kept(Int16Array.from(numbers), numbers.length);
  }

  private rows(rows: Rows): NdArray {
    return this.kept(Int16Array.from(rows.flat()), rows.length, rows[0]!.length);
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

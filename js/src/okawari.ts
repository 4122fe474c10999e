// The package as one object: the WebAssembly module, and what is made with it.
import type { Seed } from './dealers.js';
import { Engine, compile } from './engine.js';
import { Game } from './games.js';
import { Pad, type PadOptions } from './pad/pad.js';
import { Position } from './positions.js';
import { GameRecord } from './records.js';
import { Setting, type SettingOptions } from './settings.js';
import { MENUS } from './tables.gen.js';
import { loadTexts } from './texts.js';
import type { Menu } from './traits.js';
import { View } from './views.js';

/** What a new game is made from. */
export interface GameOptions extends SettingOptions {
  /** Without a seed, the luck is random. */
  readonly seed?: Seed;
}

export class Okawari {
  /** The menus: with how many they are played, and their desserts and variants. */
  readonly menus: readonly Menu[] = MENUS;

  constructor(readonly engine: Engine) {}

  /** A new game: the table set, and the first round dealt. `SettingError` if the rulebooks do not allow it. */
  game({ seed, ...setting }: GameOptions): Game {
    return new Game(this.engine, Setting.of(setting), seed);
  }

  /** Read a record. */
  record(json: unknown): GameRecord {
    return GameRecord.fromJSON(this.engine, json);
  }

  /** The game of a record, as it was when the record was made. */
  replay(json: unknown): Game {
    return this.record(json).replay();
  }

  /** Read a view, such as one that a server sends. */
  view(json: unknown): View {
    return View.fromJSON(this.engine, json);
  }

  /** A game that agrees with a view: what the seat has not seen is sampled. */
  imagine(view: View, seed?: Seed): Game {
    return Game.fromView(view, seed);
  }

  /** Read a position, which may be written by hand. */
  position(json: unknown): Position {
    return Position.fromJSON(this.engine, json);
  }

  /** The score pad of a menu, for games with real cards or dice. */
  pad(options: PadOptions): Pad {
    return new Pad(this.engine, options);
  }
}

/** Load the package: the WebAssembly module from a source, or from the file beside this one, and the English texts. */
export async function load(source?: Parameters<typeof compile>[0]): Promise<Okawari> {
  const [module] = await Promise.all([compile(source), loadTexts('en')]);
  return new Okawari(new Engine(module));
}

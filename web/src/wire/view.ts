// What one seat may know, by the kind of table. The schema of views is the authority; these are its shapes for the page.

interface Common {
  viewer: number | null;
  menu: string;
  seats: number;
  dessert: string | null;
  variant: string | null;
  must_have_maki: boolean;
  round: number;
  turn: number;
  over: boolean;
  winners: number[];
  scores: number[];
  moves: string[];
}

interface Plates {
  plates: string[][];
  desserts: string[][];
  discards: string[];
  boat: number | null;
  squishy?: number | null;
  mochi?: number[];
}

export interface DraftView extends Common, Plates {
  hands: string[][];
  unseen: number[];
  choice: string | null;
  returned: number[];
  controller?: number | null;
  drawn?: string | null;
}

export interface BattleView extends Common, Plates {
  starter: number;
  to_move: number;
  second: boolean;
  tasted: string[];
  /** Rows from the top; null is an empty place, "?" lies face down. */
  pyramid: (string | null)[][];
}

export interface RollView extends Common {
  belts: (string | null)[][];
  trays: string[][];
  tokens: Record<'pudding' | 'menu' | 'chopsticks', number>[];
  supply: Record<'pudding' | 'menu' | 'chopsticks', number>;
  red: number;
  to_move: number;
}

export type View = DraftView | BattleView | RollView;

export const isRoll = (view: View): view is RollView => 'belts' in view;
export const isBattle = (view: View): view is BattleView => 'pyramid' in view;
export const isDraft = (view: View): view is DraftView => 'hands' in view;

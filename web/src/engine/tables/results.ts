// The result of the device's owner in a finished game.
import type { TableLine } from '../../wire/wire.gen';
import type { Table } from './table';

/** A placeholder until the wire has it. */
export interface ResultLine {
  table: string;
  at: number;
  setting: TableLine['setting'];
  points: number;
  rounds: number[];
  place: number;
  winners: number;
  dishes: Record<string, number>;
  opponents: unknown[];
}

export function resultOf(table: Table): ResultLine | null {
  return table.listed ? null : null;
}

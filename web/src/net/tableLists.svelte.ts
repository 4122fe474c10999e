// Lists of tables: the reader's own, and the public ones.
import { get, Refusal } from './api';
import type { Problem, TableLine, TableList } from '../wire/wire.gen';

const FRESH = 20_000;

/** A list that is fetched again and again while a component shows it. Construct it in a component. */
export class Tables {
  /** The tables, or null until the server has answered. */
  lines = $state.raw<TableLine[] | null>(null);
  /** Why the last request failed. */
  problem = $state.raw<Problem | null>(null);

  constructor(private readonly path: '/api/tables' | '/api/me/tables') {
    $effect(() => {
      this.read();
      const timer = setInterval(() => document.hidden || this.read(), FRESH);
      return () => clearInterval(timer);
    });
  }

  /** Fetch the list now. */
  read = async (): Promise<void> => {
    try {
      this.lines = (await get<TableList>(this.path)).tables;
      this.problem = null;
    } catch (error) {
      this.problem = (error as Refusal).problem;
    }
  };

  /** Tables whose game is not over, those that wait for the reader first. */
  get open(): TableLine[] {
    const going = (this.lines ?? []).filter((line) => line.phase !== 'over' && line.phase !== 'closed');
    return going.sort((a, b) => Number(b.your_turn) - Number(a.your_turn) || b.updated - a.updated);
  }

  /** Games that are over, the latest first. */
  get over(): TableLine[] {
    return (this.lines ?? []).filter((line) => line.phase === 'over').sort((a, b) => b.updated - a.updated);
  }
}

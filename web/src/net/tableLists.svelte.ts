// Lists of tables: one's own, and those that their hosts made public.
import { get, Refusal } from './api';
import type { Problem, TableLine, TableList } from '../wire/wire.gen';

const FRESH = 20_000;

/** A list that is read again every now and then, as long as somebody looks. Use it in a component. */
export class Tables {
  /** The tables, or null until the server has answered. */
  lines = $state.raw<TableLine[] | null>(null);
  /** Why there is no answer, or none that is fresh. */
  problem = $state.raw<Problem | null>(null);

  constructor(private readonly path: '/api/tables' | '/api/me/tables') {
    $effect(() => {
      this.read();
      const timer = setInterval(() => document.hidden || this.read(), FRESH);
      return () => clearInterval(timer);
    });
  }

  /** Read the list now. */
  read = async (): Promise<void> => {
    try {
      this.lines = (await get<TableList>(this.path)).tables;
      this.problem = null;
    } catch (error) {
      this.problem = (error as Refusal).problem;
    }
  };

  /** Tables whose game can still go on, those that wait for us first. */
  get open(): TableLine[] {
    const going = (this.lines ?? []).filter((line) => line.phase !== 'over' && line.phase !== 'closed');
    return going.sort((a, b) => Number(b.your_turn) - Number(a.your_turn) || b.updated - a.updated);
  }

  /** Games that are over, the latest first. */
  get over(): TableLine[] {
    return (this.lines ?? []).filter((line) => line.phase === 'over').sort((a, b) => b.updated - a.updated);
  }
}

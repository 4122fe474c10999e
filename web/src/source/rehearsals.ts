// Rehearsals: games that go on from a decision of a finished game. They count for nothing.

/** A finished game: the id of its table, or its record as text. */
export type FinishedGame = { table: string } | { record: string };

export interface Rehearsals {
  /**
   * Go on from a seat's decision: against bots, with the hidden cards of the game and new luck after them. `frame` is
   * the moment of the replay. Resolves to the id of a table that has begun; throws a `Refusal` if it cannot be.
   */
  start(game: FinishedGame, frame: number, seat: number): Promise<string>;
}

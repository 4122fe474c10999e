/** A finished game: the id of its table, or its record as text. */
export type FinishedGame = { table: string } | { record: string };

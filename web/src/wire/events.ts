/** An event of a game, by its name: whom it is about, and details that depend on the name. */
export type GameEvent = { event: string; who?: number; [detail: string]: unknown };

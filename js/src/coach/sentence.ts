/** A sentence: the path of its text in the catalogues, and the parameters of the text. */
export interface Sentence {
  readonly path: string;
  readonly params: Readonly<Record<string, number | string | readonly string[]>>;
}

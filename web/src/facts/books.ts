// Rulebooks, references and worked examples: a file for each menu and language, fetched when it is opened.
import type { Language } from '../lib/catalogues';
import type { Chapter, CountedList, Example, ExampleList } from '../wire/wire.gen';

/** A file; its chapters and references have the numbers of their lists. */
interface Book {
  readonly chapters: (Omit<Chapter, 'lists'> & { readonly lists: number[] })[];
  readonly references: {
    readonly dessert: string | null;
    readonly seats: (number | null)[];
    readonly lists: number[];
  }[];
  readonly lists: CountedList[];
}

const books = import.meta.glob<Book>('./book.*.gen.json', { import: 'default' });
const exampleLists = import.meta.glob<ExampleList>('./examples.*.gen.json', { import: 'default' });

/** The chapters of the rulebook of a menu. */
export async function chaptersOf(menu: string, language: Language): Promise<Chapter[]> {
  const { chapters, lists } = await bookOf(menu, language);
  return chapters.map((chapter) => ({ ...chapter, lists: chapter.lists.map((n) => lists[n]!) }));
}

/** All cards or dice of a menu. Without a dessert, the cards of every dessert of the menu. */
export async function referenceOf(
  menu: string,
  language: Language,
  dessert: string | null = null,
  seats: number | null = null,
): Promise<CountedList[]> {
  const { references, lists } = await bookOf(menu, language);
  const found = references.find((reference) => reference.dessert === dessert && reference.seats.includes(seats));
  return found!.lists.map((n) => lists[n]!);
}

/** The worked examples of a menu. */
export async function examplesOf(menu: string): Promise<Example[]> {
  return (await exampleLists[`./examples.${menu}.gen.json`]!()).examples;
}

function bookOf(menu: string, language: Language): Promise<Book> {
  return books[`./book.${menu}.${language}.gen.json`]!();
}

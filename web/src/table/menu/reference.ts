// All cards or dice of a game, as the server lists them.
import { language } from '../../lib/texts.svelte';
import { get } from '../../net/api';
import type { CountedList, Reference } from '../../wire/wire.gen';

/** The lists of cards or dice of a menu. Without a dessert, those of every dessert of the menu. */
export async function referenceOf(menu: string, dessert?: string | null, seats?: number): Promise<CountedList[]> {
  const asked = new URLSearchParams({
    lang: language(),
    ...(dessert && { dessert }),
    ...(seats && { seats: String(seats) }),
  });
  return (await get<Reference>(`/api/reference/${menu}?${asked}`)).lists;
}

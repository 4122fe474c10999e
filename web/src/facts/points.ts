// The facts and numbers of the rules that tables are drawn with.
import type { Points } from '../wire/wire.gen';
import facts from './points.gen.json';

/** The traits of menus, desserts and variants, and every number of the rules. */
export function points(): Points {
  return facts as Points;
}

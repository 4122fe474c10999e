// Files that are beside index.html, wherever that is: the build makes these addresses relative to the script.
import dishes from '/dishes.svg';
import icon from '/icon.svg';

export const APP_ICON = icon;

/** The address of a drawing, for `use`. */
export function drawing(name: string): string {
  return `${dishes}#${name}`;
}

// How somebody likes the page: theme, sound, speed of the animations, notices. Kept in this browser.
import { kept, keep } from './storage';

export type Theme = 'system' | 'light' | 'dark';
export type Speed = 'off' | 'normal' | 'fast';

export interface Settings {
  theme: Theme;
  speed: Speed;
  sound: boolean;
  notices: boolean;
}

const atFirst: Settings = { theme: 'system', speed: 'normal', sound: false, notices: false };

export const settings = $state<Settings>({ ...atFirst, ...kept<Partial<Settings>>('settings', {}) });

/** Change a setting and remember it. */
export function set<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  keep('settings', $state.snapshot(settings));
  dress();
}

/** Put the page into its theme and speed. */
export function dress(): void {
  const root = document.documentElement;
  if (settings.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.speed = settings.speed;
}

/** Whether things may move. */
export function moves(): boolean {
  return settings.speed !== 'off' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** A time of an animation in milliseconds, at the speed that was chosen. */
export function lasts(milliseconds: number): number {
  if (!moves()) return 0;
  return settings.speed === 'fast' ? milliseconds / 2 : milliseconds;
}

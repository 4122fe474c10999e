// How somebody likes the page: theme, sound, speed of the animations, notices. Kept in this browser.
import { loadLocal, saveLocal } from './storage';

export type Theme = 'system' | 'light' | 'dark';
export type Speed = 'off' | 'normal' | 'fast';

export interface Settings {
  theme: Theme;
  speed: Speed;
  sound: boolean;
  notices: boolean;
}

const DEFAULTS: Settings = { theme: 'system', speed: 'normal', sound: false, notices: false };

export const settings = $state<Settings>({ ...DEFAULTS, ...loadLocal<Partial<Settings>>('settings', {}) });

/** Change a setting and remember it. */
export function changeSetting<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  saveLocal('settings', $state.snapshot(settings));
  applySettings();
}

/** Put the page into its theme and speed. */
export function applySettings(): void {
  const root = document.documentElement;
  if (settings.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.speed = settings.speed;
}

/** Whether things may move. */
export function mayAnimate(): boolean {
  return settings.speed !== 'off' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** A time of an animation in milliseconds, at the speed that was chosen. */
export function animationTime(milliseconds: number): number {
  if (!mayAnimate()) return 0;
  return settings.speed === 'fast' ? milliseconds / 2 : milliseconds;
}

// The reader's settings: theme, sound, speed of the animations, notifications. Saved in this browser.
import { loadLocal, saveLocal } from './storage';

export type Theme = 'system' | 'light' | 'dark';
export type Speed = 'off' | 'slow' | 'normal' | 'fast';

/** The speeds to choose from, and how long an animation takes compared to the normal speed. */
export const SPEEDS: Record<Speed, number> = { off: 0, slow: 2, normal: 1, fast: 1 / 3 };

export interface Settings {
  theme: Theme;
  speed: Speed;
  sound: boolean;
  notices: boolean;
}

const DEFAULTS: Settings = { theme: 'system', speed: 'normal', sound: false, notices: false };

export const settings = $state<Settings>({ ...DEFAULTS, ...loadLocal<Partial<Settings>>('settings', {}) });

/** Change a setting, and save it. */
export function changeSetting<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  saveLocal('settings', $state.snapshot(settings));
  applySettings();
}

/** Set the theme and the speed of the page. */
export function applySettings(): void {
  const root = document.documentElement;
  if (settings.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.speed = settings.speed;
  root.style.setProperty('--pace', String(SPEEDS[settings.speed]));
}

/** Whether animations are allowed. */
export function mayAnimate(): boolean {
  return settings.speed !== 'off' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** How slow animations are: 1 is usual, 0 if there are none. */
export function animationPace(): number {
  return mayAnimate() ? SPEEDS[settings.speed] : 0;
}

/** The duration of an animation in milliseconds, at the chosen speed. */
export function animationTime(milliseconds: number): number {
  return milliseconds * animationPace();
}

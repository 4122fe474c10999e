// Short synthesised sounds: quiet, off by default, and never the only sign of an event.
import { settings } from './settings.svelte';

export type Sound = 'tick' | 'click' | 'flick' | 'plop' | 'whirr' | 'dice' | 'porcelain' | 'bell' | 'end';

const LOUD = 0.12;
let studio: AudioContext | null = null;

interface Note {
  at: number;
  lasts: number;
  from: number;
  to?: number;
  wave?: OscillatorType;
  loud?: number;
}

const WOOD: Note = { at: 0, lasts: 0.05, from: 620, to: 260, wave: 'triangle' };
const BELL: Note = { at: 0, lasts: 0.5, from: 1318, wave: 'sine', loud: 0.7 };
const NOTES: Record<Sound, Note[]> = {
  tick: [WOOD],
  click: [
    { ...WOOD, from: 1500, to: 900 },
    { ...WOOD, at: 0.07, from: 1700, to: 1000 },
  ],
  flick: [],
  plop: [{ at: 0, lasts: 0.16, from: 320, to: 120, wave: 'sine' }],
  whirr: [{ at: 0, lasts: 0.5, from: 92, to: 70, wave: 'sawtooth', loud: 0.25 }],
  dice: [0, 0.09, 0.16, 0.27, 0.31].map((at) => ({ ...WOOD, at, from: 480 + at * 400, to: 200 })),
  porcelain: [
    { at: 0, lasts: 0.25, from: 1568, wave: 'sine' },
    { at: 0.12, lasts: 0.4, from: 2093, wave: 'sine' },
  ],
  bell: [BELL, { ...BELL, from: 2637, loud: 0.25 }],
  end: [0, 0.18, 0.36].map((at, i) => ({ ...BELL, at, lasts: 0.24, from: [1046, 1318, 1568][i]! })),
};
const PAPER: Partial<Record<Sound, number>> = { flick: 0.09, whirr: 0.4 };

/** Play a sound, unless sounds are off. */
export function playSound(sound: Sound): void {
  if (!settings.sound) return;
  studio ??= new AudioContext();
  void studio.resume();
  for (const note of NOTES[sound]) strike(studio, note);
  if (PAPER[sound]) rustle(studio, PAPER[sound]);
}

/** Vibrate for a moment, where the device can. */
export function vibrate(): void {
  if (settings.sound) navigator.vibrate?.(10);
}

function strike(studio: AudioContext, { at, lasts, from, to = from, wave = 'triangle', loud = 1 }: Note): void {
  const start = studio.currentTime + at;
  const tone = new OscillatorNode(studio, { type: wave, frequency: from });
  const volume = new GainNode(studio, { gain: LOUD * loud });
  tone.frequency.exponentialRampToValueAtTime(to, start + lasts);
  volume.gain.setValueAtTime(LOUD * loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  tone.connect(volume).connect(studio.destination);
  tone.start(start);
  tone.stop(start + lasts);
}

function rustle(studio: AudioContext, lasts: number): void {
  const paper = new AudioBuffer({ length: Math.ceil(studio.sampleRate * lasts), sampleRate: studio.sampleRate });
  const grain = paper.getChannelData(0);
  for (let i = 0; i < grain.length; i += 1) grain[i] = (Math.random() * 2 - 1) * (1 - i / grain.length) ** 2;
  const source = new AudioBufferSourceNode(studio, { buffer: paper });
  const soft = new BiquadFilterNode(studio, { type: 'bandpass', frequency: 2400, Q: 0.6 });
  source
    .connect(soft)
    .connect(new GainNode(studio, { gain: LOUD * 0.6 }))
    .connect(studio.destination);
  source.start();
}

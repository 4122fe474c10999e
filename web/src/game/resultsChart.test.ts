import { describe, expect, it } from 'vitest';
import { chartOf } from './resultsChart';

describe('the chart of the last games', () => {
  it('reaches from 0 to the most points of anybody', () => {
    const games = [
      { points: 30, bestOther: 40 },
      { points: 20, bestOther: 10 },
    ];
    expect(chartOf(games)).toEqual({
      bars: [
        { from: 0, to: 0.75, other: 1 },
        { from: 0, to: 0.5, other: 0.25 },
      ],
      most: 40,
      zero: 0,
    });
  });

  it('has bars below 0 for negative points', () => {
    const { bars, zero } = chartOf([
      { points: -6, bestOther: 18 },
      { points: 12, bestOther: 6 },
    ]);
    expect(zero).toBe(0.25);
    expect(bars).toEqual([
      { from: 0, to: 0.25, other: 1 },
      { from: 0.25, to: 0.75, other: 0.5 },
    ]);
  });

  it('stands where nobody has points', () => {
    expect(chartOf([{ points: 0, bestOther: 0 }])).toEqual({ bars: [{ from: 0, to: 0, other: 0 }], most: 1, zero: 0 });
  });
});

// Numbers as Python's format `g` writes them.

/** A number with this many significant digits, without zeros at its end; ties go to the even digit. */
export function written(value: number, digits: number): string {
  const rounded = toEven(value, digits);
  const exponent = rounded ? Number(rounded.toExponential().split('e')[1]) : 0;
  if (exponent >= -4 && exponent < digits) return String(rounded);
  const [mantissa, power] = rounded.toExponential().split('e') as [string, string];
  return `${mantissa}e${power[0]}${power.slice(1).padStart(2, '0')}`;
}

function toEven(value: number, digits: number): number {
  const up = Number(value.toPrecision(digits));
  // All digits of the number, to see whether it lies exactly between two.
  const [all = ''] = Math.abs(value).toExponential(100).replace('.', '').split('e');
  const tie = /^50*$/.test(all.slice(digits));
  if (!tie || Number(all[digits - 1]) % 2) return up;
  const [, power] = value.toExponential().split('e');
  return Math.sign(value) * Number(`${all[0]}.${all.slice(1, digits)}e${power}`);
}

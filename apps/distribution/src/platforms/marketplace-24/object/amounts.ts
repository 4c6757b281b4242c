/** Rounds half up to two decimals, like the marketplace, so that the sent value equals the value that is read back. */
export function rounded(amount: number | undefined): number | undefined {
  if (amount === undefined) return undefined;
  const text = String(amount);
  // The decimal point is shifted in the text, because 1.005 as a binary number is less than 1.005.
  return text.includes('e')
    ? Math.round(amount * 100) / 100
    : Number(`${Math.round(Number(`${text}e2`))}e-2`);
}

/** A date in German notation: 31.12.2026 for 2026-12-31. */
export const germanDate = (isoDate: string): string => isoDate.split('-').reverse().join('.');

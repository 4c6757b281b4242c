/** Half up to two decimals, as the marketplace does itself: what is sent is what is read back. */
export function rounded(amount: number | undefined): number | undefined {
  if (amount === undefined) return undefined;
  const text = String(amount);
  // Shifting the decimal point in the text spares 1.005 the fate of being less than it says.
  return text.includes('e')
    ? Math.round(amount * 100) / 100
    : Number(`${Math.round(Number(`${text}e2`))}e-2`);
}

/** 31.12.2026 of 2026-12-31. */
export const germanDate = (isoDate: string): string => isoDate.split('-').reverse().join('.');

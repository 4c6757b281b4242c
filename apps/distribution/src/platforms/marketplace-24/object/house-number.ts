import { line } from './text.ts';

export const MAX_HOUSE_NUMBER = 10;
const NUMBER_ALONE = /^\d{1,4}(?:\s?[a-z](?![a-z]))?(?=[\s,;/–-])/i;

/** The number that is sent: where the whole is too long, without what is behind the number, such as `Wohnung 3`. */
export function houseNumberOf(streetNumber: string): string {
  const whole = line(streetNumber);
  if (whole.length <= MAX_HOUSE_NUMBER) return whole;
  return NUMBER_ALONE.exec(whole)?.[0] ?? whole;
}

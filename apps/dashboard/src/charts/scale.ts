const STEPS = [1, 2, 5, 10];
/** The number of dates that fit below the narrowest chart. */
const DATES_MAX = 4;

/** The interval of days that have their date below the bar. */
export const datesEvery = (days: number): number => Math.max(1, Math.ceil(days / DATES_MAX));

/** The end of an axis for values up to this: a round number, at least 4, whose half is whole. */
export function roundTop(highest: number): number {
  if (highest <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(highest));
  const top = STEPS.map((step) => step * power).find((one) => one >= highest) ?? 10 * power;
  return top % 2 === 0 ? top : top + 1;
}

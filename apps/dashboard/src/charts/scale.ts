const STEPS = [1, 2, 5, 10];

/** The end of an axis for values up to this: a round number, at least 4, whose half is whole. */
export function roundTop(highest: number): number {
  if (highest <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(highest));
  const top = STEPS.map((step) => step * power).find((one) => one >= highest) ?? 10 * power;
  return top % 2 === 0 ? top : top + 1;
}

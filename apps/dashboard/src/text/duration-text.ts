import { LOCALES } from './time-text.ts';
import type { Language } from './messages.ts';

const UNITS = [
  ['day', 86_400, 2],
  ['hour', 3600, 1.5],
  ['minute', 60, 1],
  ['second', 1, 0],
] as const;

/** A duration in its largest sensible unit: `45 minutes`, `1.5 hours`, `3 days`. */
export function durationText(seconds: number, language: Language): string {
  const [unit, size] = UNITS.find(([, each, least]) => seconds >= each * least) ?? UNITS[3];
  const maximumFractionDigits = unit === 'hour' ? 1 : 0;
  const format = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits } as const;
  return new Intl.NumberFormat(LOCALES[language], format).format(seconds / size);
}

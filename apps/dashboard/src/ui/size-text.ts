import { useSpeech } from '../text/language.tsx';

const KILOBYTE = 1000;
const UNITS = ['byte', 'kilobyte', 'megabyte'] as const;

/** Formats a number of bytes in the language of the page, such as `1.2 MB`. */
export function useSizeText(): (bytes: number) => string {
  const { language } = useSpeech();
  return (bytes) => {
    const power = bytes < KILOBYTE ? 0 : bytes < KILOBYTE ** 2 ? 1 : 2;
    const format = new Intl.NumberFormat(language, {
      style: 'unit',
      unit: UNITS[power],
      unitDisplay: power === 0 ? 'long' : 'short',
      maximumFractionDigits: 1,
    });
    return format.format(bytes / KILOBYTE ** power);
  };
}

import { NativeSelect } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import type { Language } from '../../text/messages.ts';
import { useSizeText } from '../../ui/size-text.ts';

const MONTHS_SHOWN = 13;
export const USAGE_NAMES = [
  'properties',
  'listings',
  'bytes',
  'publications',
  'deliveries',
  'requests',
] as const;

export function MonthSelect({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  const { t, language } = useSpeech();
  const data = newestMonths(new Date()).map((value) => ({ value, label: monthText(value, language) }));
  return (
    <NativeSelect
      label={t('usage.month')}
      data={data}
      value={month}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Formats a number in the language of the page, bytes with their unit. */
export function useAmounts(): (name: (typeof USAGE_NAMES)[number], amount: number) => string {
  const { language } = useSpeech();
  const size = useSizeText();
  return (name, amount) => (name === 'bytes' ? size(amount) : new Intl.NumberFormat(language).format(amount));
}

/** Months in UTC, the present one first. */
export const newestMonths = (now: Date): string[] =>
  Array.from({ length: MONTHS_SHOWN }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  );

const monthText = (month: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

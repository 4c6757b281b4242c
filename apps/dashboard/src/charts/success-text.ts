import type { AttemptSummary } from '@estate/client';
import { useSpeech } from '../text/language.tsx';
import { LOCALES } from '../text/time-text.ts';
import { attemptsOf, successRate } from './success-rate.ts';

type Counts = Pick<AttemptSummary, 'succeeded' | 'failed'>;

/** Days and rates in words. */
export function useSuccessText() {
  const { t, language } = useSpeech();
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const number = new Intl.NumberFormat(language);
  const day = new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  const rateOf = (counts: Counts): string => {
    const rate = successRate(counts);
    return rate === undefined ? '–' : percent.format(rate);
  };
  return {
    rateOf,
    countOf: (count: number) => number.format(count),
    /** Formats a date such as `2026-11-01`. */
    dayOf: (date: string) => day.format(new Date(date)),
    sentenceOf: (counts: Counts): string =>
      attemptsOf(counts) === 0
        ? t('success.noAttempts')
        : t('success.rateOf', {
            rate: rateOf(counts),
            succeeded: number.format(counts.succeeded),
            count: number.format(attemptsOf(counts)),
          }),
  };
}

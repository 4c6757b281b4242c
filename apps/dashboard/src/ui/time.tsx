import { useEffect, useState } from 'react';
import { useSpeech } from '../text/language.tsx';
import { timeText } from '../text/time-text.ts';

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];
const RECENT_MS = 45_000;
const LONG_AGO_MS = 6 * 86_400_000;

/** A time in the user's zone; the tooltip has the zone, and the time in UTC. */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  const { language, t } = useSpeech();
  const now = useNow();
  const date = new Date(at);
  const away = date.getTime() - now;
  const relative = !exact && Math.abs(away) < LONG_AGO_MS;
  const text = relative ? relativeText(away, language, t('common.justNow')) : timeText(date, language);
  return (
    <time dateTime={at} title={`${timeText(date, language)} · ${at}`} className="time">
      {text}
    </time>
  );
}

function relativeText(away: number, language: string, justNow: string): string {
  if (away <= 0 && away > -RECENT_MS) return justNow;
  const [unit, size] = STEPS.find(([, ms]) => Math.abs(away) >= ms) ?? ['second', 1000];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.round(away / size), unit);
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
}

import { useSpeech } from '../text/language.tsx';
import { useSuccessText } from './success-text.ts';
import { datesEvery, roundTop } from './scale.ts';

/** The parts of a bar, from below. */
export const TONES = ['succeeded', 'failed', 'plain'] as const;
export type Tone = (typeof TONES)[number];

export interface ChartDay {
  date: string;
  counts: Partial<Record<Tone, number>>;
}

/** A bar for each day, as high as its number. It is hidden from screen readers: a table beside it has the numbers. */
export function CountChart({ days }: { days: readonly ChartDay[] }) {
  const { language } = useSpeech();
  const { dayOf, countOf } = useSuccessText();
  const number = new Intl.NumberFormat(language, { notation: 'compact' });
  const every = datesEvery(days.length);
  const top = roundTop(Math.max(...days.map(sumOf)));
  return (
    <div className="rate-chart" aria-hidden="true">
      <div className="rate-scale">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{number.format(value)}</span>
        ))}
      </div>
      <div className="rate-days">
        {days.map((day, index) => (
          <div key={day.date} className="rate-day" title={`${dayOf(day.date)}: ${countOf(sumOf(day))}`}>
            <div className="rate-bar">
              <div style={{ flexGrow: top - sumOf(day), minHeight: 0 }} />
              {TONES.toReversed().map((tone) => {
                const count = day.counts[tone] ?? 0;
                return count > 0 && <div key={tone} className={`rate-${tone}`} style={{ flexGrow: count }} />;
              })}
            </div>
            <span className="rate-label">{(days.length - 1 - index) % every === 0 && dayOf(day.date)}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

const sumOf = ({ counts }: ChartDay): number => TONES.reduce((sum, tone) => sum + (counts[tone] ?? 0), 0);

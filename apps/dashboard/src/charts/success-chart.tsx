import type { AttemptSummary } from '@estate/client';
import { useSpeech } from '../text/language.tsx';
import { datesEvery } from './scale.ts';
import { attemptsOf } from './success-rate.ts';
import { useSuccessText } from './success-text.ts';

type Day = AttemptSummary['days'][number];

/** A bar for each day: the share that succeeded from below, the failed share above it. The table has the numbers. */
export function SuccessChart({ days }: { days: readonly Day[] }) {
  const { language } = useSpeech();
  const every = datesEvery(days.length);
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  return (
    <div className="rate-chart" aria-hidden="true">
      <div className="rate-scale">
        {[1, 0.5, 0].map((share) => (
          <span key={share}>{percent.format(share)}</span>
        ))}
      </div>
      <div className="rate-days">
        {days.map((day, index) => (
          <Bar key={day.date} day={day} isLabelled={(days.length - 1 - index) % every === 0} />
        ))}
      </div>
    </div>
  );
}

function Bar({ day, isLabelled }: { day: Day; isLabelled: boolean }) {
  const text = useSuccessText();
  const { succeeded, failed, date } = day;
  return (
    <div className="rate-day" title={`${text.dayOf(date)}: ${text.sentenceOf(day)}`}>
      <div className="rate-bar">
        {attemptsOf(day) > 0 && (
          <>
            {failed > 0 && <div className="rate-failed" style={{ flexGrow: failed }} />}
            {succeeded > 0 && <div className="rate-succeeded" style={{ flexGrow: succeeded }} />}
          </>
        )}
      </div>
      <span className="rate-label">{isLabelled && text.dayOf(date)}</span>
    </div>
  );
}

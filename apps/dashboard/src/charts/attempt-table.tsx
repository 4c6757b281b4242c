import type { AttemptSummary } from '@estate/client';
import { useSpeech } from '../text/language.tsx';
import { useSuccessText } from './success-text.ts';

/** The numbers of a chart of attempts, the newest day first. */
export function AttemptTable({ days, label }: Pick<AttemptSummary, 'days'> & { label: string }) {
  const { t } = useSpeech();
  const { dayOf, rateOf, countOf } = useSuccessText();
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label={label}>
      <table className="data numbers">
        <thead>
          <tr>
            <th scope="col">{t('success.day')}</th>
            <th scope="col">{t('success.succeeded')}</th>
            <th scope="col">{t('success.failed')}</th>
            <th scope="col">{t('success.title')}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.date}>
              <th scope="row">{dayOf(day.date)}</th>
              <td>{countOf(day.succeeded)}</td>
              <td>{countOf(day.failed)}</td>
              <td>{rateOf(day)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

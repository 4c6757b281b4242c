import type { AccountStatistics } from '@estate/client';
import { useTargetName } from '../api/names.ts';
import { useSuccessText } from '../charts/success-text.ts';
import { useSpeech } from '../text/language.tsx';

/** The columns, in this order. */
const COLUMNS = ['published', 'rejected', 'failed', 'requests'] as const;

export type Numbers = Pick<AccountStatistics, (typeof COLUMNS)[number]>;

export const isNothing = (numbers: Numbers): boolean => COLUMNS.every((name) => numbers[name] === 0);

/** One row for each portal, in the order of the API: most requests first. */
export function StatisticsTable({ targets }: Pick<AccountStatistics, 'targets'>) {
  const { t } = useSpeech();
  const { countOf } = useSuccessText();
  const targetName = useTargetName();
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label={t('statistics.question')}>
      <table className="data numbers">
        <thead>
          <tr>
            <th scope="col">{t('statistics.portal')}</th>
            {COLUMNS.map((name) => (
              <th key={name} scope="col">
                {t(`statistics.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {targets.map(({ targetId, ...numbers }) => (
            <tr key={targetId}>
              <th scope="row" className="break">
                {targetName(targetId)}
              </th>
              {COLUMNS.map((name) => (
                <td key={name}>{countOf(numbers[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

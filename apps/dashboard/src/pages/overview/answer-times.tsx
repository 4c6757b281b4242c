import type { Activity } from '@estate/client';
import { Text } from '@mantine/core';
import { useSuccessText } from '../../charts/success-text.ts';
import { durationText } from '../../text/duration-text.ts';
import { useSpeech } from '../../text/language.tsx';

/** The time in which the users of the account answer requests. */
export function AnswerTimes({ answers }: Pick<Activity['requests'], 'answers'>) {
  const { t, language } = useSpeech();
  const { countOf } = useSuccessText();
  if (answers.length === 0) return null;
  return (
    <>
      <Text component="h3" size="sm" fw={600} mt="md" mb={6}>
        {t('activity.answers')}
      </Text>
      <div className="scroll-x" tabIndex={0} role="region" aria-label={t('activity.answers')}>
        <table className="data numbers">
          <thead>
            <tr>
              <th scope="col">{t('activity.person')}</th>
              <th scope="col">{t('nav.requests')}</th>
              <th scope="col">{t('activity.median')}</th>
            </tr>
          </thead>
          <tbody>
            {answers.map(({ by, requests, medianSeconds }) => (
              <tr key={`${by.kind} ${by.id ?? ''}`}>
                <th scope="row">{by.name ?? by.id ?? by.kind}</th>
                <td>{countOf(requests)}</td>
                <td>{durationText(medianSeconds, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

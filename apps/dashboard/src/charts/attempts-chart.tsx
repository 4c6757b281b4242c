import type { AttemptSummary } from '@estate/client';
import { Text } from '@mantine/core';
import { AttemptTable } from './attempt-table.tsx';
import { attemptsOf } from './success-rate.ts';
import { useSuccessText } from './success-text.ts';
import { useSpeech } from '../text/language.tsx';
import { Section } from '../ui/page.tsx';
import { CountChart } from './count-chart.tsx';
import { Legend } from './legend.tsx';

interface Props {
  /** The question that the chart answers. */
  title: string;
  summary: AttemptSummary;
  /** Shown while there are no attempts. */
  empty: string;
}

/** Succeeded and failed attempts of each day, with the answer as a sentence and the numbers as a table. */
export function AttemptsChart({ title, summary, empty }: Props) {
  const { t } = useSpeech();
  const { sentenceOf } = useSuccessText();
  if (attemptsOf(summary) === 0) {
    return (
      <Section title={title}>
        <Text c="dimmed" size="sm">
          {empty}
        </Text>
      </Section>
    );
  }
  const days = summary.days.map(({ date, succeeded, failed }) => ({ date, counts: { succeeded, failed } }));
  return (
    <Section title={title} text={sentenceOf(summary)}>
      <CountChart days={days} />
      <Legend
        entries={[
          ['succeeded', t('success.succeeded')],
          ['failed', t('success.failed')],
        ]}
      />
      <details>
        <summary>{t('overview.asTable')}</summary>
        <AttemptTable days={summary.days} label={title} />
      </details>
    </Section>
  );
}

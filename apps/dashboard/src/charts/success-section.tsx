import type { AttemptSummary } from '@estate/client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SLOW_MS } from '../api/polling.ts';
import { useSpeech } from '../text/language.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Section } from '../ui/page.tsx';
import { Legend } from './legend.tsx';
import { AttemptTable } from './attempt-table.tsx';
import { SuccessChart } from './success-chart.tsx';
import { attemptsOf } from './success-rate.ts';
import { useSuccessText } from './success-text.ts';

const DAYS = 14;

interface Props {
  /** The id of the webhook or the target. */
  id: string;
  load: (id: string, query: { days: number }, options: { signal: AbortSignal }) => Promise<AttemptSummary>;
  /** The question that the chart answers. */
  title: string;
  /** The description of the attempts. */
  text: string;
  /** Describes the chart until there are attempts. */
  empty: string;
}

/** The success rate of the attempts in the last two weeks, day by day. */
export function SuccessSection({ id, load, title, text, empty }: Props) {
  const query = useQuery({
    queryKey: ['success', id],
    queryFn: ({ signal }) => load(id, { days: DAYS }, { signal }),
    refetchInterval: SLOW_MS,
  });
  return (
    <Section title={title} text={text}>
      <Loaded query={query}>
        {(summary) =>
          attemptsOf(summary) === 0 ? (
            <Text c="dimmed" size="sm">
              {empty}
            </Text>
          ) : (
            <Shown summary={summary} />
          )
        }
      </Loaded>
    </Section>
  );
}

function Shown({ summary }: { summary: AttemptSummary }) {
  const { t } = useSpeech();
  const { sentenceOf } = useSuccessText();
  return (
    <>
      <Text fw={600} mb="sm">
        {sentenceOf(summary)}
      </Text>
      <SuccessChart days={summary.days} />
      <Legend
        entries={[
          ['succeeded', t('success.succeeded')],
          ['failed', t('success.failed')],
        ]}
      />
      <details>
        <summary>{t('overview.asTable')}</summary>
        <AttemptTable days={summary.days} label={t('success.title')} />
      </details>
    </>
  );
}

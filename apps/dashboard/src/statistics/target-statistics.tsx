import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { SLOW_MS } from '../api/polling.ts';
import { CountChart } from '../charts/count-chart.tsx';
import { useSuccessText } from '../charts/success-text.ts';
import { useSpeech } from '../text/language.tsx';
import { addMessages } from '../text/messages.ts';
import { statisticsMessages } from '../text/statistics-messages.ts';
import { Facts } from '../ui/facts.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Section } from '../ui/page.tsx';
import { isNothing } from './statistics-table.tsx';

addMessages(statisticsMessages);

/** The results of a portal in the last 30 days, and the days on which its requests arrived. */
export function TargetStatisticsSection({ id }: { id: string }) {
  const { t } = useSpeech();
  const { countOf } = useSuccessText();
  const query = useQuery({
    queryKey: ['statistics', 'target', id],
    queryFn: ({ signal }) => api.targets.statistics(id, {}, { signal }),
    refetchInterval: SLOW_MS,
  });
  return (
    <Section title={t('statistics.questionTarget')} text={t('statistics.period')}>
      <Loaded query={query}>
        {(statistics) =>
          isNothing(statistics) ? (
            <Text c="dimmed" size="sm">
              {t('statistics.nothing')}
            </Text>
          ) : (
            <>
              <Facts
                facts={(['published', 'rejected', 'failed', 'requests'] as const).map((name) => [
                  t(`statistics.${name}`),
                  countOf(statistics[name]),
                ])}
              />
              {statistics.requests > 0 && (
                <CountChart
                  days={statistics.days.map(({ date, requests }) => ({ date, counts: { plain: requests } }))}
                />
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { SLOW_MS } from '../api/polling.ts';
import { useSpeech } from '../text/language.tsx';
import { addMessages } from '../text/messages.ts';
import { statisticsMessages } from '../text/statistics-messages.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Section } from '../ui/page.tsx';
import { StatisticsTable, isNothing } from './statistics-table.tsx';

addMessages(statisticsMessages);

/** The results of each portal in the last 30 days, for a property or the whole account. */
export function PortalStatistics({ propertyId }: { propertyId?: string }) {
  const { t } = useSpeech();
  const query = useQuery({
    queryKey: ['statistics', propertyId],
    queryFn: ({ signal }) =>
      propertyId === undefined
        ? api.account.statistics({}, { signal })
        : api.properties.statistics(propertyId, {}, { signal }),
    refetchInterval: SLOW_MS,
  });
  return (
    <Section title={t('statistics.question')} text={t('statistics.period')}>
      <Loaded query={query}>
        {(statistics) =>
          isNothing(statistics) ? (
            <Text c="dimmed" size="sm">
              {t('statistics.nothing')}
            </Text>
          ) : (
            <StatisticsTable targets={statistics.targets} />
          )
        }
      </Loaded>
    </Section>
  );
}

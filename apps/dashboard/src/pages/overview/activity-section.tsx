import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { SLOW_MS } from '../../api/polling.ts';
import { AttemptsChart } from '../../charts/attempts-chart.tsx';
import { useSpeech } from '../../text/language.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { RequestsChart } from './requests-chart.tsx';

const DAYS = 14;

/** The last two weeks: the success of publications and deliveries, and the origins of requests. */
export function ActivitySection() {
  const { t } = useSpeech();
  const query = useQuery({
    queryKey: ['activity'],
    queryFn: ({ signal }) => api.account.activity({ days: DAYS }, { signal }),
    refetchInterval: SLOW_MS,
  });
  return (
    <Loaded query={query}>
      {({ publications, deliveries, requests }) => (
        <>
          <AttemptsChart
            title={t('activity.publications')}
            summary={publications}
            empty={t('activity.noPublications')}
          />
          <AttemptsChart
            title={t('activity.deliveries')}
            summary={deliveries}
            empty={t('activity.noDeliveries')}
          />
          <RequestsChart requests={requests} />
        </>
      )}
    </Loaded>
  );
}

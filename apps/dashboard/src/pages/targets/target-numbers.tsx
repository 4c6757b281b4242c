import type { AccountStatistics } from '@estate/client';
import type { ReactNode } from 'react';
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { SLOW_MS } from '../../api/polling.ts';
import { useSuccessText } from '../../charts/success-text.ts';
import { statisticsMessages } from '../../text/statistics-messages.ts';
import { useSpeech } from '../../text/language.tsx';
import { addMessages } from '../../text/messages.ts';
import { useCountText } from '../../ui/count-text.ts';

addMessages(statisticsMessages);

const WEEK_DAYS = 7;
const DAY_MS = 86_400_000;

/** The statistics of the API for each portal in the last seven days, today included. */
export const useWeek = () =>
  useQuery({
    queryKey: ['statistics', 'week'],
    queryFn: ({ signal }) => {
      const first = new Date(Date.now() - (WEEK_DAYS - 1) * DAY_MS);
      return api.account.statistics({ from: first.toISOString().slice(0, 10) }, { signal });
    },
    refetchInterval: SLOW_MS,
  }).data;

/** The number of uploaded and of rejected listings of a portal. */
async function countStandings(targetId: string, signal: AbortSignal) {
  const count = (platformState?: 'rejected' | 'removed') =>
    api.listings.list(
      { targetId, state: 'published', count: true, limit: 1, ...(platformState && { platformState }) },
      { signal },
    );
  const [uploaded, rejected, removed] = await Promise.all([count(), count('rejected'), count('removed')]);
  const refused = (rejected.count ?? 0) + (removed.count ?? 0);
  const online = { ...uploaded, count: Math.max(0, (uploaded.count ?? 0) - refused) };
  return { online, rejected, refused };
}

/**
 * The number of listings that are online on a portal, that it rejects, and its requests in a week. Each number links to a list with as many
 * rows.
 */
export function TargetNumbers({ id, week }: { id: string; week: AccountStatistics | undefined }) {
  const { t } = useSpeech();
  const { countOf } = useSuccessText();
  const countText = useCountText();
  const { data: now } = useQuery({
    queryKey: ['listings', 'standings', id],
    queryFn: ({ signal }) => countStandings(id, signal),
    refetchInterval: SLOW_MS,
  });
  const counted = week?.targets.find(({ targetId }) => targetId === id);
  const inWeek = (name: 'failed' | 'requests') => (week ? countOf(counted?.[name] ?? 0) : '–');
  const published = `/listings?targetId=${id}&status=published`;
  return (
    <div className="target-numbers">
      <Group title={t('statistics.now')}>
        <Count label={t('statistics.online')} to={now?.refused === 0 ? published : undefined}>
          {now ? countText(now.online) : '–'}
        </Count>
        <Count label={t('statistics.rejected')} to={`${published}&platformState=rejected`}>
          {now ? countText(now.rejected) : '–'}
        </Count>
      </Group>
      <Group title={t('statistics.week')}>
        <Count label={t('statistics.failed')}>{inWeek('failed')}</Count>
        <Count
          label={t('statistics.requests')}
          to={week && `/requests?targetId=${id}&from=${week.from}T00:00:00.000Z`}
        >
          {inWeek('requests')}
        </Count>
      </Group>
    </div>
  );
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <Text size="xs" c="dimmed">
      {title}
    </Text>
    <dl>{children}</dl>
  </div>
);

const Count = ({ label, to, children }: { label: string; to?: string | undefined; children: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {to === undefined ? (
        children
      ) : (
        <Anchor component={Link} to={to} inherit aria-label={`${label}: ${children}`}>
          {children}
        </Anchor>
      )}
    </dd>
  </div>
);

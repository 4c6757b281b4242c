import type { Page as ListPage } from '@estate/client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { allOf, api } from '../../api/client.ts';
import { SLOW_MS } from '../../api/polling.ts';
import { FirstSteps, ShowFirstSteps } from '../../first-steps/first-steps.tsx';
import { PortalStatistics } from '../../statistics/portal-statistics.tsx';
import { activityMessages } from '../../text/activity-messages.ts';
import { useSpeech } from '../../text/language.tsx';
import { addMessages } from '../../text/messages.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useCountText } from '../../ui/count-text.ts';
import { Page } from '../../ui/page.tsx';
import { ActivitySection } from './activity-section.tsx';
import { findIssues } from './issues.ts';
import { IssueSection } from './issue-section.tsx';
import { RecentSection } from './recent-section.tsx';

const PLACES = ['properties', 'targets', 'listings', 'requests', 'webhooks'] as const;
type Counts = Record<(typeof PLACES)[number], Pick<ListPage<unknown>, 'count' | 'countIsLimited'>>;

addMessages(activityMessages);

/** Issues first, then the counts, then recent events. */
export function OverviewPage() {
  const { t } = useSpeech();
  const countText = useCountText();
  const every = { refetchInterval: SLOW_MS };
  const issues = useQuery({ queryKey: ['issues'], queryFn: ({ signal }) => findIssues(signal), ...every });
  const counts = useQuery({ queryKey: ['counts'], queryFn: ({ signal }) => readCounts(signal), ...every });
  const error = issues.error ?? counts.error;
  // A new account has no issues.
  const isNew = counts.data?.targets.count === 0 && counts.data.listings.count === 0;
  return (
    <Page title={t('nav.overview')} actions={<ShowFirstSteps />}>
      {error && <ErrorNote error={error} />}
      {!(isNew && issues.data?.found.length === 0) && <IssueSection issues={issues.data} />}
      <FirstSteps />
      <section aria-label={t('overview.counts')} className="cards counts">
        {PLACES.map((place) => (
          <Link key={place} to={`/${place}`} className="card count">
            <strong>{counts.data ? countText(counts.data[place]) : '–'}</strong>
            <Text span size="sm" c="dimmed">
              {t(`nav.${place}`)}
            </Text>
          </Link>
        ))}
      </section>
      <div className="columns even">
        <PortalStatistics />
        <ActivitySection />
        <RecentSection />
      </div>
    </Page>
  );
}

/** Counts of the API; targets and webhooks are few and counted here. */
async function readCounts(signal: AbortSignal): Promise<Counts> {
  const [query, options] = [{ count: true, limit: 1 }, { signal }];
  const [properties, listings, requests, targets, webhooks] = await Promise.all([
    api.properties.list(query, options),
    api.listings.list(query, options),
    api.requests.list(query, options),
    allOf(api.targets.all({}, options)),
    allOf(api.webhooks.all({}, options)),
  ]);
  return {
    ...{ properties, listings, requests },
    ...{ targets: { count: targets.length }, webhooks: { count: webhooks.length } },
  };
}

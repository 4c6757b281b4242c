import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { SLOW_MS } from '../../api/polling.ts';
import { useSpeech } from '../../text/language.tsx';
import type { MessageKey } from '../../text/messages.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { readActivity } from './activity.ts';
import { ActivitySection, RecentSection } from './activity-section.tsx';
import { findIssues } from './issues.ts';
import { IssueSection } from './issue-section.tsx';

const LIMIT = 100;
const PLACES = ['properties', 'targets', 'listings', 'requests', 'webhooks'] as const;
type Counts = Record<(typeof PLACES)[number], string>;

/** What needs attention, then how much there is, then what happened. */
export function OverviewPage() {
  const { t } = useSpeech();
  const every = { refetchInterval: SLOW_MS };
  const issues = useQuery({ queryKey: ['issues'], queryFn: ({ signal }) => findIssues(signal), ...every });
  const counts = useQuery({ queryKey: ['counts'], queryFn: ({ signal }) => readCounts(signal), ...every });
  const activity = useQuery({
    queryKey: ['activity'],
    queryFn: ({ signal }) => readActivity(signal),
    ...every,
  });
  const error = issues.error ?? counts.error ?? activity.error;
  const isNew = counts.data?.targets === '0' || counts.data?.listings === '0';
  return (
    <Page title={t('nav.overview')}>
      {error && <ErrorNote error={error} />}
      {isNew ? <FirstSteps /> : <IssueSection issues={issues.data} />}
      <section aria-label={t('overview.counts')} className="cards counts">
        {PLACES.map((place) => (
          <Link key={place} to={`/${place}`} className="card count">
            <strong>{counts.data?.[place] ?? '–'}</strong>
            <Text span size="sm" c="dimmed">
              {t(`nav.${place}`)}
            </Text>
          </Link>
        ))}
      </section>
      {activity.isPending && <Loading />}
      {activity.data && (
        <div className="columns">
          <ActivitySection activity={activity.data} />
          <RecentSection recent={activity.data.recent} />
        </div>
      )}
    </Page>
  );
}

/** The API has no counts; a page of a hundred says enough. */
async function readCounts(signal: AbortSignal): Promise<Counts> {
  const pages = await Promise.all(PLACES.map((place) => api[place].list({ limit: LIMIT }, { signal })));
  const texts = pages.map(({ data, hasMore }) => (hasMore ? `${String(data.length)}+` : String(data.length)));
  return Object.fromEntries(PLACES.map((place, index) => [place, texts[index]])) as Counts;
}

const STEPS: readonly { title: MessageKey; text: MessageKey; to: string }[] = [
  { title: 'overview.startTarget', text: 'overview.startTargetText', to: '/targets/new' },
  { title: 'overview.startProperty', text: 'overview.startPropertyText', to: '/properties' },
  { title: 'overview.startListing', text: 'overview.startListingText', to: '/listings/new' },
];

function FirstSteps() {
  const { t } = useSpeech();
  return (
    <Section title={t('overview.start')}>
      <ol className="cards">
        {STEPS.map(({ title, text, to }) => (
          <li key={to}>
            <Anchor component={Link} to={to} fw={600}>
              {t(title)}
            </Anchor>
            <Text size="sm" c="dimmed">
              {t(text)}
            </Text>
          </li>
        ))}
      </ol>
    </Section>
  );
}

import type { Job } from '@estate/client';
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { useContactName } from '../../api/names.ts';
import { FAST_MS, SLOW_MS } from '../../api/polling.ts';
import { useSpeech } from '../../text/language.tsx';
import { useActorText } from '../../ui/actor-text.ts';
import { Facts } from '../../ui/facts.tsx';
import { useFilters } from '../../ui/filters.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { Tallies } from '../../ui/tallies.tsx';
import { AgainButton, CancelButton } from './job-actions.tsx';
import { JobBadge } from './job-badges.tsx';
import { JobItems } from './job-items.tsx';
import { JobProgress, isUnfinished } from './job-progress.tsx';
import { useJobTitle } from './job-title.ts';
import './job-texts.ts';

const COUNTED = ['succeeded', 'skipped', 'failed', 'pending', 'cancelled'] as const;
/** States that are shown only while they have items. */
const UNUSUAL: readonly string[] = ['pending', 'cancelled'];

/** One action on many properties: its progress, and the outcome for each property. */
export function JobPage() {
  const { id = '' } = useParams();
  const { t } = useSpeech();
  const titleOf = useJobTitle();
  const filters = useFilters();
  const query = useQuery({
    queryKey: ['job', id],
    queryFn: ({ signal }) => api.jobs.get(id, { signal }),
    refetchInterval: ({ state: { data } }) => (data && !isUnfinished(data) ? SLOW_MS : FAST_MS),
  });
  return (
    <Loaded query={query}>
      {(job) => (
        <Page
          title={titleOf(job)}
          up={{ to: '/jobs', label: t('jobs.title') }}
          beside={<JobBadge state={job.state} />}
          actions={isOfTarget(job) ? null : <Actions job={job} />}
        >
          <Notes job={job} />
          <Section title={t('job.result')}>
            <div className="stack">
              <JobProgress job={job} />
              <Tallies
                filters={filters}
                name="state"
                tallies={[
                  { value: '', label: t('jobItem.all'), count: job.counts.items },
                  ...COUNTED.filter((value) => !UNUSUAL.includes(value) || job.counts[value] > 0).map(
                    (value) => ({
                      value,
                      label: t(`jobItem.${value}`),
                      count: job.counts[value],
                      isBad: value === 'failed',
                    }),
                  ),
                ]}
              />
            </div>
          </Section>
          <JobItems job={job} filters={filters} />
          <Details job={job} />
        </Page>
      )}
    </Loaded>
  );
}

/** A job for a whole target cannot be cancelled, and is started again on the page of the target. */
const isOfTarget = ({ action }: Job): boolean => action === 'synchronize';

function Actions({ job }: { job: Job }) {
  return isUnfinished(job) ? <CancelButton id={job.id} /> : <AgainButton job={job} />;
}

function Notes({ job }: { job: Job }) {
  const { t } = useSpeech();
  const { cancelReason, action, counts } = job;
  if (cancelReason) {
    return (
      <Alert className="tone-warn" icon={<Icon name="warning" />}>
        {t(`job.why.${cancelReason}`)}
      </Alert>
    );
  }
  const isPublishing = action === 'publish' && counts.succeeded > 0;
  if (!isUnfinished(job) && !isPublishing) return null;
  return (
    <Text c="dimmed" role="status">
      {t(isUnfinished(job) ? 'job.mayLeave' : 'job.publishedLater')}
    </Text>
  );
}

function Details({ job: { actor, contactId, createdAt, finishedAt, id } }: { job: Job }) {
  const { t } = useSpeech();
  const actorText = useActorText();
  const contact = useContactName(contactId);
  return (
    <Section title={t('job.details')}>
      <Facts
        facts={[
          [t('property.contact'), contact],
          [t('job.by'), actorText(actor)],
          [t('job.started'), <Time key="started" at={createdAt} exact />],
          [t('job.finishedAt'), finishedAt !== undefined && <Time key="finished" at={finishedAt} exact />],
          [t('common.id'), <code key="id">{id}</code>],
        ]}
      />
    </Section>
  );
}

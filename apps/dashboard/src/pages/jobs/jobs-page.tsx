import type { Job, JobQuery } from '@estate/client';
import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { useActorText } from '../../ui/actor-text.ts';
import { askedFor } from '../../ui/asked-for.ts';
import { TwoLines, timeColumn } from '../../ui/cells.tsx';
import { useFilters } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';
import { JobBadge } from './job-badges.tsx';
import { JobProgress } from './job-progress.tsx';
import { useJobTitle } from './job-title.ts';
import './job-texts.ts';

const STATES = [
  ['running', 'job.inProgress'],
  ['preparing', 'job.preparing'],
  ['finished', 'job.finished'],
  ['cancelled', 'job.cancelled'],
] as const;

/** The jobs of the account, each an action on many properties at once. */
export function JobsPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const columns = useColumns();
  const asked = askedFor<JobQuery>(filters, ['state']);
  const list = useLiveList<Job>({
    key: ['jobs', asked],
    load: (query, signal) => api.jobs.list({ ...query, ...asked }, { signal }),
  });
  const options = STATES.map(([value, label]) => ({ value, label: t(label) }));
  return (
    <Page title={t('jobs.title')} up={{ to: '/properties', label: t('nav.properties') }}>
      <ResourceList
        label={t('jobs.title')}
        list={list}
        columns={columns}
        filters={filters}
        bar={{ choices: [{ name: 'state', label: t('common.status'), options }] }}
        empty={{
          icon: 'properties',
          title: t('jobs.empty'),
          text: t('jobs.emptyText'),
          children: (
            <Button component={Link} to="/properties">
              {t('jobs.toProperties')}
            </Button>
          ),
        }}
      />
    </Page>
  );
}

function useColumns(): Column<Job>[] {
  const { t } = useSpeech();
  const titleOf = useJobTitle();
  const actorText = useActorText();
  return [
    {
      label: t('job.action'),
      width: 'minmax(0, 4fr)',
      show: (job) => <TwoLines to={`/jobs/${job.id}`} title={titleOf(job)} below={actorText(job.actor)} />,
    },
    { label: t('job.result'), width: 'minmax(120px, 2fr)', show: (job) => <Result job={job} /> },
    { label: t('common.status'), width: '150px', show: ({ state }) => <JobBadge state={state} /> },
    timeColumn(t('job.started'), '120px', ({ createdAt }) => createdAt),
  ];
}

function Result({ job }: { job: Job }) {
  const { t, language } = useSpeech();
  const { failed } = job.counts;
  return (
    <>
      <JobProgress job={job} />
      {failed > 0 && (
        <Text size="xs" className="bad-text">
          {new Intl.NumberFormat(language).format(failed)} · {t('jobItem.failed')}
        </Text>
      )}
    </>
  );
}

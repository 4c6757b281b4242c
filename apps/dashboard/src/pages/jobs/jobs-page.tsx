import type { Job } from '@estate/client';
import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { useActorText } from '../../ui/actor-text.ts';
import { TwoLines, timeColumn } from '../../ui/cells.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar, useFilters } from '../../ui/filters.tsx';
import { LiveRows } from '../../ui/live-rows.tsx';
import { Page } from '../../ui/page.tsx';
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

/** What was done with many properties at once. */
export function JobsPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const columns = useColumns();
  const state = filters.get('state');
  const asked = state === '' ? {} : { state: state as Job['state'] };
  const list = useLiveList<Job>({
    key: ['jobs', asked],
    load: (query, signal) => api.jobs.list({ ...query, ...asked }, { signal }),
  });
  const options = STATES.map(([value, label]) => ({ value, label: t(label) }));
  return (
    <Page title={t('jobs.title')} up={{ to: '/properties', label: t('nav.properties') }}>
      <FilterBar filters={filters} choices={[{ name: 'state', label: t('common.status'), options }]} />
      <LiveRows
        label={t('jobs.title')}
        list={list}
        found={list.items}
        columns={columns}
        filtered={filters.any}
        empty={<NoJobs />}
      />
    </Page>
  );
}

function NoJobs() {
  const { t } = useSpeech();
  return (
    <Empty icon="properties" title={t('jobs.empty')} text={t('jobs.emptyText')}>
      <Button component={Link} to="/properties">
        {t('jobs.toProperties')}
      </Button>
    </Empty>
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

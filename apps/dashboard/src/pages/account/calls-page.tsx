import type { RequestLogEntry, RequestLogQuery } from '@estate/client';
import { Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { addMessages } from '../../text/messages.ts';
import { traceMessages } from '../../text/trace-messages.ts';
import { exactTimeColumn } from '../../ui/cells.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar, useFilters } from '../../ui/filters.tsx';
import type { Filters } from '../../ui/filters.tsx';
import { LiveRows } from '../../ui/live-rows.tsx';
import { Page } from '../../ui/page.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';
import { useActorChoice } from './actor-choice.ts';
import { useActorColumn } from './actor-column.tsx';
import { askedFor } from './asked-for.ts';
import { CallCell, OutcomeCell } from './call-cells.tsx';

addMessages(traceMessages);

const FILTERS = [
  'method',
  'status',
  'actorKind',
  'actorId',
  'resourceId',
  'requestId',
  'from',
  'to',
] as const;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const satisfies RequestLogQuery['method'][];
const KINDS = ['api_key', 'dashboard', 'link', 'operator'] as const;
const CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;

/** The calls of the API with the keys of the account, from the dashboard and of the operator, newest first. */
export function CallsPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const columns = useColumns();
  const { method, ...others } = askedFor(filters, FILTERS);
  const known = METHODS.find((one) => one === method);
  const asked: RequestLogQuery = { ...others, ...(known && { method: known }) };
  const list = useLiveList<RequestLogEntry>({
    key: ['request-log', asked],
    load: (query, signal) => api.requestLog.list({ ...query, ...asked }, { signal }),
  });
  return (
    <Page title={t('calls.title')} up={{ to: '/account', label: t('nav.account') }}>
      <Text c="dimmed">{t('calls.text')}</Text>
      <CallFilters filters={filters} />
      <LiveRows
        label={t('calls.title')}
        list={list}
        found={list.items}
        columns={columns}
        filtered={filters.any}
        empty={
          <Empty icon="document" title={t('calls.empty')} text={t('calls.text')} reference="listRequestLog" />
        }
      />
    </Page>
  );
}

function CallFilters({ filters }: { filters: Filters }) {
  const { t } = useSpeech();
  const choices = [
    {
      name: 'status',
      label: t('common.status'),
      options: CLASSES.map((value) => ({ value, label: t(`calls.${value}`) })),
    },
    {
      name: 'method',
      label: t('calls.method'),
      options: METHODS.map((value) => ({ value, label: value })),
    },
    {
      name: 'actorKind',
      label: t('calls.through'),
      options: KINDS.map((value) => ({ value, label: t(`calls.${value}`) })),
    },
    useActorChoice(),
  ];
  const texts = [
    { name: 'resourceId', label: t('audit.resourceId') },
    { name: 'requestId', label: t('calls.requestId') },
  ];
  const times = [
    { name: 'from', label: t('filter.from') },
    { name: 'to', label: t('filter.to') },
  ];
  return <FilterBar filters={filters} choices={choices} texts={texts} times={times} />;
}

function useColumns(): Column<RequestLogEntry>[] {
  const { t, language } = useSpeech();
  const actor = useActorColumn<RequestLogEntry>((entry) => (entry.kind === 'call' ? entry : {}));
  const milliseconds = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'millisecond',
    maximumFractionDigits: 0,
  });
  return [
    {
      label: t('calls.call'),
      width: 'minmax(0, 4fr)',
      show: (entry) => <CallCell entry={entry} />,
    },
    {
      label: t('common.status'),
      width: 'minmax(92px, 1.5fr)',
      show: (entry) => <OutcomeCell entry={entry} />,
    },
    actor,
    {
      label: t('calls.duration'),
      width: '90px',
      wideOnly: true,
      show: (entry) => (
        <Text size="sm">{entry.kind === 'call' ? milliseconds.format(entry.durationMs) : '–'}</Text>
      ),
    },
    exactTimeColumn(t('events.time'), ({ at }) => at),
  ];
}

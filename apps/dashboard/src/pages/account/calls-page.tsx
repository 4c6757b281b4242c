import type { RequestLogEntry, RequestLogQuery } from '@estate/client';
import { Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { addMessages } from '../../text/messages.ts';
import { traceMessages } from '../../text/trace-messages.ts';
import { askedFor } from '../../ui/asked-for.ts';
import { exactTimeColumn } from '../../ui/cells.tsx';
import { choiceOf, useFilters } from '../../ui/filters.tsx';
import type { Bar } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';
import { useActorChoice } from './actor-choice.ts';
import { useActorColumn } from './actor-column.tsx';
import { CallCell, OutcomeCell } from './call-cells.tsx';

addMessages(traceMessages);

const FILTERS = [
  'status', 'actorKind', 'actorId', 'resourceId', 'requestId', 'from', 'to', 'method',
] as const; // oxfmt-ignore
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const satisfies RequestLogQuery['method'][];
const KINDS = ['api_key', 'dashboard', 'link', 'operator'] as const;
const CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;

/** The calls of the API with the keys of the account, from the dashboard and of the operator, newest first. */
export function CallsPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const columns = useColumns();
  const bar = useBar();
  const asked = askedFor<RequestLogQuery>(filters, FILTERS);
  const list = useLiveList<RequestLogEntry>({
    key: ['request-log', asked],
    load: (query, signal) => api.requestLog.list({ ...query, ...asked }, { signal }),
  });
  return (
    <Page title={t('calls.title')} up={{ to: '/account', label: t('nav.account') }}>
      <Text c="dimmed">{t('calls.text')}</Text>
      <ResourceList
        label={t('calls.title')}
        list={list}
        columns={columns}
        filters={filters}
        bar={bar}
        empty={{
          icon: 'document',
          title: t('calls.empty'),
          text: t('calls.text'),
          reference: 'listRequestLog',
        }}
      />
    </Page>
  );
}

function useBar(): Bar {
  const { t } = useSpeech();
  const choices = [
    choiceOf({ name: 'status', label: t('common.status') }, CLASSES, (value) => t(`calls.${value}`)),
    choiceOf({ name: 'method', label: t('calls.method') }, METHODS, (value) => value),
    choiceOf({ name: 'actorKind', label: t('calls.through') }, KINDS, (value) => t(`calls.${value}`)),
    useActorChoice(),
  ];
  const texts = [
    { name: 'resourceId', label: t('audit.resourceId') },
    { name: 'requestId', label: t('calls.requestId') },
  ];
  return { choices, texts, hasTimes: true };
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

import type { ContactRequest } from '@estate/client';
import { Anchor, Text } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { useTargetName, useTargets } from '../../api/names.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { textColumn, timeColumn } from '../../ui/cells.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar, matches, useFilters } from '../../ui/filters.tsx';
import { LiveRows } from '../../ui/live-rows.tsx';
import { Page } from '../../ui/page.tsx';
import { ToTargets } from '../../ui/to-targets.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';
import { personOf } from './person.ts';
import { RequestDetail } from './request-detail.tsx';

/** The inbox: the requests of prospects, and one request at a time beside it. */
export function RequestsPage() {
  const { id } = useParams();
  const { t } = useSpeech();
  const filters = useFilters();
  const targetName = useTargetName();
  const { data: targets } = useTargets();
  const columns = useColumns();
  const asked = Object.fromEntries(
    ['targetId', 'propertyId'].map((name) => [name, filters.get(name)]).filter(([, value]) => value !== ''),
  ) as Record<string, string>;
  const words = filters.settled('q');
  const list = useLiveList<ContactRequest>({
    key: ['requests', asked],
    load: (query, signal) => api.requests.list({ ...query, ...asked }, { signal }),
    everything: words !== '',
  });
  const found = list.items.filter(
    ({ prospect, message, propertyProvidedByPlatform: { title, externalId } }) =>
      matches(words, personOf(prospect), prospect.email, prospect.company, message, title, externalId),
  );
  const options = (targets ?? []).map((target) => ({ value: target.id, label: targetName(target.id) }));
  return (
    <Page title={t('nav.requests')}>
      <FilterBar
        filters={filters}
        search={t('requests.search')}
        choices={[{ name: 'targetId', label: t('listing.target'), options }]}
      />
      <div className={id === undefined ? '' : 'inbox'}>
        <LiveRows
          label={t('nav.requests')}
          list={list}
          found={found}
          columns={id === undefined ? columns : columns.slice(0, 1)}
          filtered={filters.any}
          empty={<NoRequests />}
        />
        {id !== undefined && <RequestDetail id={id} />}
      </div>
    </Page>
  );
}

function useColumns(): Column<ContactRequest>[] {
  const { t } = useSpeech();
  const targetName = useTargetName();
  return [
    {
      label: t('request.from'),
      width: 'minmax(0, 3fr)',
      show: (request) => <From request={request} />,
    },
    {
      ...textColumn<ContactRequest>(
        t('request.property'),
        'minmax(0, 2fr)',
        ({ propertyProvidedByPlatform: { title, externalId } }) => title ?? externalId ?? '–',
      ),
      wideOnly: true,
    },
    {
      ...textColumn<ContactRequest>(t('listing.target'), 'minmax(0, 1.5fr)', ({ targetId }) =>
        targetName(targetId),
      ),
      wideOnly: true,
    },
    timeColumn(t('common.created'), '130px', ({ createdAt }) => createdAt),
  ];
}

function From({ request: { id, prospect, message } }: { request: ContactRequest }) {
  const { t } = useSpeech();
  const { id: opened } = useParams();
  const name = personOf(prospect);
  return (
    <div className="two-lines">
      <Anchor
        component={Link}
        to={{ pathname: `/requests/${id}`, search: window.location.search }}
        fw={600}
        size="sm"
        className="cut"
        aria-current={id === opened ? 'true' : undefined}
      >
        {name === '' ? (prospect.email ?? t('request.anonymous')) : name}
      </Anchor>
      <Text size="xs" c="dimmed" className="cut">
        {message === '' ? t('request.noMessage') : message}
      </Text>
    </div>
  );
}

function NoRequests() {
  const { t } = useSpeech();
  return (
    <Empty
      icon="requests"
      title={t('requests.empty')}
      text={t('requests.emptyText')}
      reference="listRequests"
    >
      <ToTargets />
    </Empty>
  );
}

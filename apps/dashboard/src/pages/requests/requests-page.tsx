import type { ContactRequest } from '@estate/client';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { Anchor, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
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

/** As the styles of `.inbox`: the width from which a request is shown beside the list. */
const IS_WIDE = '(min-width: 1080px)';

/** The inbox: the requests of prospects, and one request at a time beside it; on a narrow screen in its place. */
export function RequestsPage() {
  const { id } = useParams();
  const isWide = useMediaQuery(IS_WIDE, true, { getInitialValueInEffect: false });
  const left = useRef<LeftAt>(undefined);
  if (id !== undefined && !isWide) return <RequestAlone id={id} isFromList={left.current !== undefined} />;
  return <Inbox id={id} left={left} />;
}

/** The row that led to the request in place of the list, and how far the list was scrolled. */
interface LeftAt {
  id: string;
  top: number;
}

interface Way {
  /** Where the reader comes back to, until that is done. */
  back: RefObject<LeftAt | undefined>;
  left: RefObject<LeftAt | undefined>;
}

function RequestAlone({ id, isFromList }: { id: string; isFromList: boolean }) {
  const { t } = useSpeech();
  const detail = useRef<HTMLDivElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    detail.current?.focus({ preventScroll: true });
  }, [id]);
  const to = `/requests${window.location.search}`;
  return (
    <Page title={t('request.title')} up={{ to, label: t('nav.requests'), isBack: isFromList }}>
      <div ref={detail} tabIndex={-1}>
        <RequestDetail id={id} />
      </div>
    </Page>
  );
}

function Inbox({ id, left }: { id: string | undefined; left: Way['left'] }) {
  const { t } = useSpeech();
  const back = useRef(left.current);
  const filters = useFilters();
  const targetName = useTargetName();
  const { data: targets } = useTargets();
  const columns = useColumns({ back, left });
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
  const isShown = found.length > 0;
  useLayoutEffect(() => {
    if (isShown && back.current) window.scrollTo(0, back.current.top);
    left.current = undefined;
  }, [isShown, left]);
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

function useColumns(way: Way): Column<ContactRequest>[] {
  const { t } = useSpeech();
  const targetName = useTargetName();
  return [
    {
      label: t('request.from'),
      width: 'minmax(0, 3fr)',
      show: (request) => <From request={request} {...way} />,
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

function From({ request: { id, prospect, message }, back, left }: Way & { request: ContactRequest }) {
  const { t } = useSpeech();
  const focusReturned = (link: HTMLAnchorElement | null) => {
    if (!link || back.current?.id !== id) return;
    back.current = undefined;
    link.focus({ preventScroll: true });
  };
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
        ref={focusReturned}
        onClick={() => {
          if (!window.matchMedia(IS_WIDE).matches) left.current = { id, top: window.scrollY };
        }}
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

import type { ContactRequest, RequestFilters } from '@estate/client';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useMediaQuery } from '@mantine/hooks';
import { useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { askedFor } from '../../ui/asked-for.ts';
import { useFilters } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import { ToTargets } from '../../ui/to-targets.tsx';
import { IS_WIDE, useColumns } from './request-columns.tsx';
import type { LeftAt, Way } from './request-columns.tsx';
import { RequestDetail } from './request-detail.tsx';
import { CsvButton, FILTERS, RequestFilterBar } from './request-filters.tsx';
import '../../text/request-texts.ts';

/** The number of columns that are shown beside a request. */
const BESIDE = 2;

/** The inbox: the requests of prospects, and one request beside the list, or on a narrow screen in its place. */
export function RequestsPage() {
  const { id } = useParams();
  const isWide = useMediaQuery(IS_WIDE, true, { getInitialValueInEffect: false });
  const left = useRef<LeftAt>(undefined);
  if (id !== undefined && !isWide) return <RequestAlone id={id} isFromList={left.current !== undefined} />;
  return <Inbox id={id} left={left} />;
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
      <div ref={detail} tabIndex={-1} className="whole-page">
        <RequestDetail key={id} id={id} />
      </div>
    </Page>
  );
}

function Inbox({ id, left }: { id: string | undefined; left: Way['left'] }) {
  const { t } = useSpeech();
  const back = useRef(left.current);
  const filters = useFilters();
  const columns = useColumns({ back, left });
  const asked = askedFor<RequestFilters>(filters, FILTERS);
  const list = useLiveList<ContactRequest>({
    key: ['requests', asked],
    load: (query, signal) => api.requests.list({ ...query, ...asked }, { signal }),
  });
  const isShown = list.items.length > 0;
  useLayoutEffect(() => {
    if (isShown && back.current) window.scrollTo(0, back.current.top);
    left.current = undefined;
  }, [isShown, left]);
  return (
    <Page title={t('nav.requests')} actions={<CsvButton asked={asked} />}>
      <RequestFilterBar filters={filters} />
      <div className={id === undefined ? '' : 'inbox'}>
        <ResourceList
          label={t('nav.requests')}
          list={list}
          columns={id === undefined ? columns : columns.slice(0, BESIDE)}
          filters={filters}
          empty={{
            icon: 'requests',
            title: t('requests.empty'),
            text: t('requests.emptyText'),
            reference: 'listRequests',
            children: <ToTargets />,
          }}
        />
        {id !== undefined && <RequestDetail key={id} id={id} />}
      </div>
    </Page>
  );
}

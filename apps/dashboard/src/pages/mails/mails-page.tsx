import type { ReceivedMailState, ReceivedMailSummary } from '@estate/client';
import { Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useTargetName, useTargets } from '../../api/names.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { TwoLines, textColumn, timeColumn } from '../../ui/cells.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ShortFailure } from '../../ui/failure.tsx';
import { FilterBar, useFilters } from '../../ui/filters.tsx';
import { LiveRows } from '../../ui/live-rows.tsx';
import { Page } from '../../ui/page.tsx';
import { ToTargets } from '../../ui/to-targets.tsx';
import { MailBadge } from '../../ui/states.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';

const STATES = ['failed', 'partial', 'parsed', 'pending', 'done'] as const satisfies ReceivedMailState[];

/** The emails that the account's targets received, and what became of them. */
export function MailsPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const targetName = useTargetName();
  const { data: targets } = useTargets();
  const columns = useColumns();
  const [targetId, state] = [filters.get('targetId'), filters.get('state')];
  const asked = {
    ...(targetId !== '' && { targetId }),
    ...(state !== '' && { state: state as ReceivedMailState }),
  };
  const list = useLiveList<ReceivedMailSummary>({
    key: ['mails', asked],
    load: (query, signal) => api.mails.list({ ...query, ...asked }, { signal }),
  });
  return (
    <Page title={t('nav.mails')}>
      <FilterBar
        filters={filters}
        choices={[
          {
            name: 'state',
            label: t('common.status'),
            options: STATES.map((value) => ({ value, label: t(`mail.${value}`) })),
          },
          {
            name: 'targetId',
            label: t('listing.target'),
            options: (targets ?? []).map(({ id }) => ({ value: id, label: targetName(id) })),
          },
        ]}
      />
      <LiveRows
        label={t('nav.mails')}
        list={list}
        found={list.items}
        columns={columns}
        filtered={filters.any}
        empty={<NoMails />}
      />
    </Page>
  );
}

function useColumns(): Column<ReceivedMailSummary>[] {
  const { t } = useSpeech();
  const targetName = useTargetName();
  return [
    {
      label: t('mail.subject'),
      width: 'minmax(0, 4fr)',
      show: ({ id, subject, sender }) => (
        <TwoLines to={`/mails/${id}`} title={subject || t('mail.noSubject')} below={sender ?? ''} />
      ),
    },
    {
      ...textColumn<ReceivedMailSummary>(t('listing.target'), 'minmax(0, 2fr)', ({ targetIds }) =>
        targetIds.map(targetName).join(', '),
      ),
      wideOnly: true,
    },
    {
      label: t('common.status'),
      width: 'minmax(140px, 2fr)',
      show: ({ state, failureCode, requestCount }) => (
        <div className="two-lines">
          <MailBadge state={state} />
          {failureCode === undefined ? (
            <Text size="xs" c="dimmed" className="cut">
              {t('mail.requests')}: {requestCount}
            </Text>
          ) : (
            <ShortFailure code={failureCode} />
          )}
        </div>
      ),
    },
    timeColumn(t('mail.received'), '130px', ({ receivedAt }) => receivedAt),
  ];
}

function NoMails() {
  const { t } = useSpeech();
  return (
    <Empty icon="mails" title={t('mails.empty')} text={t('mails.emptyText')} reference="listReceivedMails">
      <ToTargets />
    </Empty>
  );
}

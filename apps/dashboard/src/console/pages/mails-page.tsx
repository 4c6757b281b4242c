import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { Text } from '@mantine/core';
import { TwoLines, exactTimeColumn } from '../../ui/cells.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ShortFailure } from '../../ui/failure.tsx';
import { FilterBar, useFilters } from '../../ui/filters.tsx';
import { LiveRows } from '../../ui/live-rows.tsx';
import { Page } from '../../ui/page.tsx';
import { listAt } from '../api.ts';
import type { Column } from '../../ui/virtual-rows.tsx';
import { MailStateBadge } from '../mail-state-badge.tsx';
import type { OperatorMail } from '../types.ts';
import { useText } from '../use-text.ts';

const STATES = ['quarantined', 'failed', 'pending', 'parsed'] as const;
const FIRST = 'quarantined';

/** Received emails; at first those that nobody is responsible for. */
export function OperatorMailsPage() {
  const { t } = useSpeech();
  const text = useText();
  const filters = useFilters();
  const columns = useColumns();
  const state = filters.settled('state') || FIRST;
  const list = useLiveList<OperatorMail>({
    key: ['operator-mails', state],
    load: listAt<OperatorMail>('/admin/mails', { state }),
    once: true,
  });
  return (
    <Page title={text('place.mails')}>
      <Text c="dimmed">{text('mails.text')}</Text>
      <FilterBar
        filters={filters}
        choices={[
          {
            name: 'state',
            label: t('common.status'),
            options: STATES.map((value) => ({ value, label: text(`mail.${value}`) })),
            hasNoAll: true,
          },
        ]}
      />
      <LiveRows
        label={text('place.mails')}
        list={list}
        found={list.items}
        columns={columns}
        filtered={filters.any}
        empty={<Empty icon="mails" title={text('mails.none')} text={text('mails.noneText')} />}
      />
    </Page>
  );
}

function useColumns(): Column<OperatorMail>[] {
  const { t } = useSpeech();
  return [
    {
      label: t('mail.subject'),
      width: 'minmax(0, 3fr)',
      show: ({ id, subject, sender, recipients }) => (
        <TwoLines
          to={`/mails/${id}`}
          title={subject || t('mail.noSubject')}
          below={`${sender ?? ''} → ${recipients.join(', ')}`}
        />
      ),
    },
    {
      label: t('common.status'),
      width: 'minmax(140px, 2fr)',
      show: ({ state, failureCode }) => (
        <>
          <MailStateBadge state={state} />
          {failureCode !== undefined && <ShortFailure code={failureCode} />}
        </>
      ),
    },
    exactTimeColumn<OperatorMail>(t('mail.received'), ({ receivedAt }) => receivedAt),
  ];
}

import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { Text } from '@mantine/core';
import { TwoLines, exactTimeColumn } from '../../ui/cells.tsx';
import { ShortFailure } from '../../ui/failure.tsx';
import { choiceOf, useFilters } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import { listAt } from '../api.ts';
import type { Column } from '../../ui/virtual-rows.tsx';
import { MailStateBadge } from '../mail-state-badge.tsx';
import type { OperatorMail } from '../types.ts';
import { useText } from '../use-text.ts';

const STATES = ['quarantined', 'failed', 'pending', 'parsed'] as const;
const FIRST = 'quarantined';

/** Received emails; by default those without an owner. */
export function OperatorMailsPage() {
  const { t } = useSpeech();
  const text = useText();
  const filters = useFilters();
  const columns = useColumns();
  const states = choiceOf({ name: 'state', label: t('common.status') }, STATES, (value) =>
    text(`mail.${value}`),
  );
  const state = filters.settled('state') || FIRST;
  const list = useLiveList<OperatorMail>({
    key: ['operator-mails', state],
    load: listAt<OperatorMail>('/admin/mails', { state }),
    once: true,
  });
  return (
    <Page title={text('place.mails')}>
      <Text c="dimmed">{text('mails.text')}</Text>
      <ResourceList
        label={text('place.mails')}
        list={list}
        columns={columns}
        filters={filters}
        bar={{ choices: [{ ...states, hasNoAll: true }] }}
        empty={{ icon: 'mails', title: text('mails.none'), text: text('mails.noneText') }}
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

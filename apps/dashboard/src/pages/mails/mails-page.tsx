import type { ReceivedMailQuery, ReceivedMailState, ReceivedMailSummary } from '@estate/client';
import { Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useTargetName } from '../../api/names.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { askedFor } from '../../ui/asked-for.ts';
import { TwoLines, textColumn, timeColumn } from '../../ui/cells.tsx';
import { ShortFailure } from '../../ui/failure.tsx';
import { choiceOf, useFilters } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import { MailBadge } from '../../ui/states.tsx';
import { useTargetChoice } from '../../ui/target-choice.ts';
import { ToTargets } from '../../ui/to-targets.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';

const STATES = ['failed', 'partial', 'parsed', 'pending', 'done'] as const satisfies ReceivedMailState[];

/** The emails that the account's targets received, with their results. */
export function MailsPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const targetChoice = useTargetChoice(t('listing.target'));
  const columns = useColumns();
  const asked = askedFor<ReceivedMailQuery>(filters, ['targetId', 'state']);
  const list = useLiveList<ReceivedMailSummary>({
    key: ['mails', asked],
    load: (query, signal) => api.mails.list({ ...query, ...asked }, { signal }),
  });
  return (
    <Page title={t('nav.mails')}>
      <ResourceList
        label={t('nav.mails')}
        list={list}
        columns={columns}
        filters={filters}
        bar={{
          choices: [
            choiceOf({ name: 'state', label: t('common.status') }, STATES, (value) => t(`mail.${value}`)),
            targetChoice,
          ],
        }}
        empty={{
          icon: 'mails',
          title: t('mails.empty'),
          text: t('mails.emptyText'),
          reference: 'listReceivedMails',
          children: <ToTargets />,
        }}
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

import type { AuditEntry } from '@estate/client';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useLiveList } from '../../api/use-live-list.ts';
import { useActionChoice } from '../../pages/account/audit-actions.ts';
import { useAuditColumns } from '../../pages/account/audit-columns.tsx';
import { useSpeech } from '../../text/language.tsx';
import { askedFor } from '../../ui/asked-for.ts';
import { useFilters } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';
import { useAccountName } from '../account-names.ts';
import { listAt } from '../api.ts';
import { useText } from '../use-text.ts';

const FILTERS = ['action', 'actorId', 'resourceId', 'from', 'to'] as const;
const nowhere = () => undefined;

/** The audit logs of all accounts and of the service itself. */
export function OperatorAuditLogPage() {
  const { t } = useSpeech();
  const text = useText();
  const filters = useFilters();
  const asked = askedFor<Record<string, string>>(filters, FILTERS);
  const actions = useActionChoice();
  const columns = useColumns();
  const list = useLiveList<AuditEntry>({
    key: ['operator-audit-log', asked],
    load: listAt<AuditEntry>('/admin/audit-log', asked),
  });
  return (
    <Page title={text('place.audit')}>
      <Text c="dimmed">{text('audit.text')}</Text>
      <ResourceList
        label={text('place.audit')}
        list={list}
        columns={columns}
        filters={filters}
        bar={{
          choices: [actions],
          texts: [
            { name: 'actorId', label: text('audit.actorId') },
            { name: 'resourceId', label: t('audit.resourceId') },
          ],
          hasTimes: true,
        }}
        empty={{ icon: 'document', title: t('audit.empty'), text: text('audit.text') }}
      />
    </Page>
  );
}

function useColumns(): Column<AuditEntry>[] {
  const text = useText();
  const accountName = useAccountName();
  const [action, ...others] = useAuditColumns(nowhere);
  const account: Column<AuditEntry> = {
    label: text('audit.account'),
    width: 'minmax(0, 2fr)',
    wideOnly: true,
    show: ({ accountId }) =>
      accountId !== undefined && (
        <Anchor component={Link} to={`/accounts/${accountId}`} size="sm" className="cut">
          {accountName(accountId)}
        </Anchor>
      ),
  };
  return [...(action ? [action] : []), account, ...others];
}

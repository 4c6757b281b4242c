import type { AuditEntry } from '@estate/client';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useLiveList } from '../../api/use-live-list.ts';
import { askedFor } from '../../pages/account/asked-for.ts';
import { ACTION_TEXTS } from '../../pages/account/audit-actions.ts';
import { useAuditColumns } from '../../pages/account/audit-columns.tsx';
import { useSpeech } from '../../text/language.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar, useFilters } from '../../ui/filters.tsx';
import { LiveRows } from '../../ui/live-rows.tsx';
import { Page } from '../../ui/page.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';
import { useAccountName } from '../account-names.ts';
import { listAt } from '../api.ts';
import { useText } from '../use-text.ts';

const FILTERS = ['action', 'actorId', 'resourceId', 'from', 'to'] as const;
const nowhere = () => undefined;

/** Who did what, in all accounts and in the service itself. */
export function OperatorAuditLogPage() {
  const { t } = useSpeech();
  const text = useText();
  const filters = useFilters();
  const asked = askedFor(filters, FILTERS);
  const columns = useColumns();
  const list = useLiveList<AuditEntry>({
    key: ['operator-audit-log', asked],
    load: listAt<AuditEntry>('/admin/audit-log', asked),
  });
  return (
    <Page title={text('place.audit')}>
      <Text c="dimmed">{text('audit.text')}</Text>
      <FilterBar
        filters={filters}
        choices={[
          {
            name: 'action',
            label: t('audit.action'),
            options: Object.entries(ACTION_TEXTS).map(([value, label]) => ({ value, label: t(label) })),
          },
        ]}
        texts={[
          { name: 'actorId', label: text('audit.actorId') },
          { name: 'resourceId', label: t('audit.resourceId') },
        ]}
        times={[
          { name: 'from', label: t('filter.from') },
          { name: 'to', label: t('filter.to') },
        ]}
      />
      <LiveRows
        label={text('place.audit')}
        list={list}
        found={list.items}
        columns={columns}
        filtered={filters.any}
        empty={<Empty icon="document" title={t('audit.empty')} text={text('audit.text')} />}
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

import type { AuditEntry } from '@estate/client';
import { useLiveList } from '../../../api/use-live-list.ts';
import { useAuditColumns } from '../../../pages/account/audit-columns.tsx';
import { useSpeech } from '../../../text/language.tsx';
import { ResourceList } from '../../../ui/resource-list.tsx';
import { accountPath, listAt } from '../../api.ts';
import type { PartProps } from './part-props.ts';

const nowhere = () => undefined;

/** The audit log of an account, as its customer sees it. */
export function AccountAuditLog({ accountId }: PartProps) {
  const { t } = useSpeech();
  const columns = useAuditColumns(nowhere);
  const list = useLiveList<AuditEntry>({
    key: ['account-audit-log', accountId],
    load: listAt<AuditEntry>(accountPath(accountId, '/audit-log')),
    once: true,
  });
  return (
    <ResourceList
      label={t('audit.title')}
      list={list}
      columns={columns}
      empty={{ icon: 'document', title: t('audit.empty'), text: t('audit.text') }}
    />
  );
}

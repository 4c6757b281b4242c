import type { AuditEntry } from '@estate/client';
import { useLiveList } from '../../../api/use-live-list.ts';
import { useAuditColumns } from '../../../pages/account/audit-columns.tsx';
import { useSpeech } from '../../../text/language.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { LiveRows } from '../../../ui/live-rows.tsx';
import { accountPath, listAt } from '../../api.ts';
import type { PartProps } from './part-props.ts';

const nowhere = () => undefined;

/** Who did what in an account, as its customer sees it. */
export function AccountAuditLog({ accountId }: PartProps) {
  const { t } = useSpeech();
  const columns = useAuditColumns(nowhere);
  const list = useLiveList<AuditEntry>({
    key: ['account-audit-log', accountId],
    load: listAt<AuditEntry>(accountPath(accountId, '/audit-log')),
    once: true,
  });
  return (
    <LiveRows
      label={t('audit.title')}
      list={list}
      found={list.items}
      columns={columns}
      filtered={false}
      empty={<Empty icon="document" title={t('audit.empty')} text={t('audit.text')} />}
    />
  );
}

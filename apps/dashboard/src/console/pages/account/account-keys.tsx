import type { ApiKey } from '@estate/client';
import { Text } from '@mantine/core';
import { useAct } from '../../../api/use-act.ts';
import { accountMessages } from '../../../text/account-messages.ts';
import { useSpeech } from '../../../text/language.tsx';
import { addMessages } from '../../../text/messages.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { ItemList } from '../../../ui/item-list.tsx';
import { Section } from '../../../ui/page.tsx';
import { Time } from '../../../ui/time.tsx';
import { accountPath, operate } from '../../api.ts';
import { useAskedList } from '../../use-asked.ts';
import { useText } from '../../use-text.ts';
import type { PartProps } from './part-props.ts';

addMessages(accountMessages);

/** The API keys of an account. */
export function AccountKeys({ accountId }: PartProps) {
  const text = useText();
  const path = accountPath(accountId, '/api-keys');
  return (
    <Section title={text('part.keys')}>
      <ItemList query={useAskedList<ApiKey>(path)}>
        {(key) => <KeyItem accountId={accountId} apiKey={key} path={path} />}
      </ItemList>
    </Section>
  );
}

function KeyItem({ accountId, apiKey, path }: PartProps & { apiKey: ApiKey; path: string }) {
  const { t } = useSpeech();
  const { id, name, prefix, lastFour, scopes, lastUsedAt } = apiKey;
  const revoke = useAct({
    run: () => operate(accountPath(accountId, `/api-keys/${id}/revoke`), { method: 'POST' }),
    touches: [[path]],
    done: t('account.revoked'),
  });
  return (
    <>
      <div>
        <Text size="sm" fw={600} className="break">
          {name} · {t(scopes.includes('write') ? 'account.keyReadWrite' : 'account.keyOnlyRead')}
        </Text>
        <Text size="xs" c="dimmed" className="break">
          <code>
            {prefix}…{lastFour}
          </code>{' '}
          · {t('account.lastUsed')}:{' '}
          {lastUsedAt === undefined ? t('account.never') : <Time at={lastUsedAt} />} · <code>{id}</code>
        </Text>
      </div>
      <Confirm
        dangerous
        size="compact-sm"
        label={t('account.revoke')}
        title={t('account.revokeTitle')}
        text={`${name} (…${lastFour}): ${t('account.revokeText')}`}
        act={revoke}
      />
    </>
  );
}

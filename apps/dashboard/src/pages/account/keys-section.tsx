import { useState } from 'react';
import type { ApiKey, NewApiKey } from '@estate/client';
import { Alert, Group, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useApiKeys } from '../../api/api-keys.ts';
import { useAct } from '../../api/use-act.ts';
import { useSignedIn } from '../../api/signed-in.ts';
import { useSpeech } from '../../text/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Copy } from '../../ui/copy.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { NewKey } from './new-key.tsx';

/** The keys of the account; a new one is shown only once. */
export function KeysSection() {
  const { t } = useSpeech();
  const [made, setMade] = useState<NewApiKey>();
  const query = useApiKeys();
  return (
    <Section title={t('account.keys')} text={t('account.keysText')} actions={<NewKey onMade={setMade} />}>
      {made && (
        <Alert className="tone-good" title={t('account.created')} mb="md" role="status">
          <Group justify="space-between">
            <code className="break">{made.key}</code>
            <Copy text={made.key} />
          </Group>
          <Text size="sm">{t('account.createdText')}</Text>
        </Alert>
      )}
      <ItemList query={query}>{(key) => <KeyItem apiKey={key} />}</ItemList>
    </Section>
  );
}

function KeyItem({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useSpeech();
  const { key } = useSignedIn();
  const { id, name, prefix, lastFour, scopes, lastUsedAt, expiresAt } = apiKey;
  const revoke = useAct({
    run: () => api.apiKeys.delete(id),
    touches: [['api-keys']],
    done: t('account.revoked'),
  });
  return (
    <>
      <div>
        <Group gap="xs">
          <Text fw={600} size="sm">
            {name}
          </Text>
          <Badge tone="calm" icon={scopes.includes('write') ? 'account' : 'lock'}>
            {t(scopes.includes('write') ? 'account.keyReadWrite' : 'account.keyOnlyRead')}
          </Badge>
          {id === key?.id && <Badge tone="good">{t('account.thisOne')}</Badge>}
        </Group>
        <Text size="xs" c="dimmed">
          <code>
            {prefix}…{lastFour}
          </code>
          {' · '}
          {t('account.lastUsed')}: {lastUsedAt === undefined ? t('account.never') : <Time at={lastUsedAt} />}
          {expiresAt !== undefined && (
            <>
              {' · '}
              {t('account.expires')}: <Time at={expiresAt} />
            </>
          )}
        </Text>
      </div>
      <Confirm
        dangerous
        needs="manage"
        size="compact-sm"
        label={t('account.revoke')}
        title={t('account.revokeTitle')}
        text={`${name} (…${lastFour}): ${t('account.revokeText')}`}
        act={revoke}
      />
    </>
  );
}

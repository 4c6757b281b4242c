import { useState } from 'react';
import type { Webhook } from '@estate/client';
import { Button, Group, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';

const HIDDEN = '•'.repeat(24);

/** The signing key: masked until the user asks for it, and not available to a read-only key. */
export function KeySection({ webhook }: { webhook: Webhook }) {
  const { t } = useSpeech();
  const { id, signingKey, previousKeysUntil } = webhook;
  const [shown, setShown] = useState(false);
  const rotate = useAct({
    run: () => api.webhooks.rotateKey(id),
    touches: [['webhook', id]],
    done: t('webhook.rotated'),
  });
  return (
    <Section title={t('webhook.signingKey')} text={t('webhook.signingKeyText')}>
      {signingKey === undefined ? (
        <Text size="sm">{t('webhook.signingKeyWithheld')}</Text>
      ) : (
        <code className="break secret">{shown ? signingKey : HIDDEN}</code>
      )}
      <Group gap="xs" mt="sm">
        {signingKey !== undefined && (
          <>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => setShown(!shown)}
              aria-pressed={shown}
              aria-label={`${t('common.show')}: ${t('webhook.signingKey')}`}
            >
              {t(shown ? 'common.hide' : 'common.show')}
            </Button>
            <Copy text={signingKey} />
          </>
        )}
        <Confirm
          needs="manage"
          label={t('webhook.rotate')}
          title={t('webhook.rotateTitle')}
          text={t('webhook.rotateText')}
          icon={<Icon name="refresh" size={15} />}
          size="compact-sm"
          act={rotate}
        />
      </Group>
      {previousKeysUntil !== undefined && (
        <Text size="sm" mt="sm">
          {t('webhook.previousUntil')} <Time at={previousKeysUntil} exact />.
        </Text>
      )}
    </Section>
  );
}

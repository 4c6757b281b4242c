import { useState } from 'react';
import type { OwnAccount } from '@estate/client';
import { Group, PasswordInput, TextInput, Title } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useTargetTypes } from '../../api/names.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Section } from '../../ui/page.tsx';

type Credentials = OwnAccount['consumerCredentials'];
type Type = keyof Credentials;

const SETTERS: Readonly<Record<Type, (given: { key: string; secret: string }) => Promise<unknown>>> = {
  'marketplace-24': (given) => api.account.setConsumerCredentials(given),
  'marketplace-24-sandbox': (given) => api.account.setSandboxConsumerCredentials(given),
};

/** The key and the secret that platforms issued to the customer's application. */
export function ConsumerSection({ credentials }: { credentials: Credentials }) {
  const { t } = useSpeech();
  return (
    <Section title={t('account.consumer')} text={t('account.consumerText')}>
      <div className="pair">
        {(Object.keys(SETTERS) as Type[]).map((type) => (
          <ConsumerForm key={type} type={type} known={credentials[type]} />
        ))}
      </div>
    </Section>
  );
}

function ConsumerForm({ type, known }: { type: Type; known: Credentials[Type] }) {
  const { t } = useSpeech();
  const [key, setKey] = useState(known.key ?? '');
  const [secret, setSecret] = useState('');
  const save = useAct({
    run: () => SETTERS[type]({ key, secret }),
    touches: [['account']],
    done: t('common.saved'),
    quiet: true,
    then: () => setSecret(''),
  });
  return (
    <Form className="form" onSubmit={() => save.mutate(undefined)}>
      <Heading type={type} configured={known.configured} />
      <TextInput
        label={t('account.consumerKey')}
        required
        autoComplete="off"
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('account.consumerSecret')}
        description={t('account.secretText')}
        required
        autoComplete="new-password"
        value={secret}
        onChange={(event) => setSecret(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('common.show') }}
      />
      <FormErrors error={save.error} />
      <Group>
        <ActButton type="submit" variant="light" loading={save.isPending}>
          {t('common.save')}
        </ActButton>
      </Group>
    </Form>
  );
}

function Heading({ type, configured }: { type: Type; configured: boolean }) {
  const { t } = useSpeech();
  const types = useTargetTypes();
  return (
    <Group gap="xs">
      <Title order={3}>{types.find((one) => one.type === type)?.name ?? type}</Title>
      <Badge tone={configured ? 'good' : 'calm'}>
        {t(configured ? 'account.configured' : 'account.notConfigured')}
      </Badge>
    </Group>
  );
}

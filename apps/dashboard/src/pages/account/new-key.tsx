import { useState } from 'react';
import type { ApiKeyInput, NewApiKey } from '@estate/client';
import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Icon } from '../../ui/icons.tsx';

/** Creates a key, by default a read-only one. */
export function NewKey({ onMade }: { onMade: (key: NewApiKey) => void }) {
  const { t } = useSpeech();
  return (
    <Dialog needs="manage" label={t('account.newKey')} leftSection={<Icon name="plus" />}>
      {(close) => (
        <KeyForm
          onMade={(key) => {
            close();
            onMade(key);
          }}
        />
      )}
    </Dialog>
  );
}

function KeyForm({ onMade }: { onMade: (key: NewApiKey) => void }) {
  const { t } = useSpeech();
  const [name, setName] = useState('');
  const [writes, setWrites] = useState(false);
  const [expires, setExpires] = useState('');
  const create = useAct({
    run: () => api.apiKeys.create(wishOf(name, { writes, expires })),
    touches: [['api-keys']],
    quiet: true,
    then: onMade,
  });
  return (
    <Form onSubmit={() => create.mutate(undefined)}>
      <Stack>
        <TextInput
          label={t('account.keyName')}
          required
          maxLength={100}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('account.keyScopes')}
          value={writes ? 'write' : 'read'}
          data={[
            { value: 'read', label: t('account.keyOnlyRead') },
            { value: 'write', label: t('account.keyReadWrite') },
          ]}
          onChange={(event) => setWrites(event.currentTarget.value === 'write')}
        />
        <TextInput
          type="date"
          label={`${t('account.expires')} (${t('common.optional')})`}
          value={expires}
          onChange={(event) => setExpires(event.currentTarget.value)}
        />
        <FormErrors error={create.error} />
        <ActButton type="submit" needs="manage" loading={create.isPending}>
          {t('account.newKey')}
        </ActButton>
      </Stack>
    </Form>
  );
}

/** A key expires at the end of the chosen day, in the user's time zone. */
const wishOf = (name: string, { writes, expires }: { writes: boolean; expires: string }): ApiKeyInput => ({
  name: name.trim(),
  scopes: writes ? ['read', 'write'] : ['read'],
  ...(expires !== '' && { expiresAt: new Date(`${expires}T23:59:59`).toISOString() }),
});

import { useState } from 'react';
import type { Role } from '@estate/client';
import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrors, useFieldError } from '../../ui/form-errors.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useRoles } from './use-roles.ts';
import { useInvite } from './use-invite.ts';

/** Invites a user, by default as a viewer. */
export function InviteUser() {
  const { t } = useSpeech();
  return (
    <Dialog needs="manage" label={t('users.invite')} leftSection={<Icon name="plus" />}>
      {(close) => <InviteForm onDone={close} />}
    </Dialog>
  );
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const { t } = useSpeech();
  const { data, textOf } = useRoles();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const invite = useInvite(onDone);
  const fieldError = useFieldError(invite.error);
  return (
    <Form onSubmit={() => invite.mutate({ email, name, role })}>
      <Stack>
        <TextInput
          type="email"
          label={t('users.email')}
          description={t('users.emailText')}
          required
          data-autofocus
          value={email}
          error={fieldError('email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <TextInput
          label={`${t('users.name')} (${t('common.optional')})`}
          maxLength={100}
          value={name}
          error={fieldError('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('users.role')}
          description={textOf(role)}
          value={role}
          data={data}
          onChange={(event) => setRole(event.currentTarget.value as Role)}
        />
        <FormErrors error={invite.error} />
        <ActButton type="submit" needs="manage" loading={invite.isPending}>
          {t('users.invite')}
        </ActButton>
      </Stack>
    </Form>
  );
}

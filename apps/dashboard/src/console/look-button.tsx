import { useState } from 'react';
import { Stack, Text, TextInput } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { useAct } from '../api/use-act.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { FormErrors } from '../ui/form-errors.tsx';
import { accountPath, operate } from './api.ts';
import { useText } from './use-text.ts';

const REASON_MAX = 300;

interface Props {
  accountId: string;
  /** The page of the dashboard. */
  to: string;
  size?: ButtonProps['size'];
  variant?: string;
}

/** Shows the dashboard of an account as its customer sees it, for a reason that the customer reads. */
export function LookButton({ accountId, to, size = 'sm', variant = 'default' }: Props) {
  const text = useText();
  return (
    <Dialog label={text('look.begin')} size={size} variant={variant}>
      {() => <ReasonForm accountId={accountId} to={to} />}
    </Dialog>
  );
}

function ReasonForm({ accountId, to }: Pick<Props, 'accountId' | 'to'>) {
  const text = useText();
  const [reason, setReason] = useState('');
  const look = useAct({
    run: () => operate(accountPath(accountId, '/looks'), { method: 'POST', body: { reason: reason.trim() } }),
    touches: [],
    quiet: true,
    then: () => window.location.assign(`/dashboard${to}`),
  });
  return (
    <Form onSubmit={() => look.mutate(undefined)}>
      <Stack>
        <Text size="sm">{text('look.text')}</Text>
        <TextInput
          label={text('look.reason')}
          description={text('look.reasonText')}
          required
          maxLength={REASON_MAX}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <FormErrors error={look.error} />
        <ActButton type="submit" loading={look.isPending} disabled={reason.trim() === ''}>
          {text('look.go')}
        </ActButton>
      </Stack>
    </Form>
  );
}

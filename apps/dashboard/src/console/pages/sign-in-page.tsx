import { useState } from 'react';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { SignInFrame } from '../../ui/sign-in-frame.tsx';
import { useSpeech } from '../../text/language.tsx';
import { useErrorText } from '../../text/error-text.ts';
import { Form } from '../../ui/form.tsx';
import { operatorSession } from '../api.ts';
import type { OperatorSession } from '../api.ts';
import { useText } from '../use-text.ts';

interface Props {
  over: boolean;
  hasProvider: boolean;
  onSession: (now: OperatorSession) => void;
}

/** The sign-in methods of operators: their provider, if there is one, and a key. */
export function OperatorSignInPage({ over, hasProvider, onSession }: Props) {
  const text = useText();
  return (
    <SignInFrame title={text('console.name')} lead={text('console.lead')} over={over}>
      {hasProvider && (
        <Button component="a" href="/operator/sign-in">
          {text('console.byProvider')}
        </Button>
      )}
      <ByKey onSession={onSession} isSecond={hasProvider} />
    </SignInFrame>
  );
}

function ByKey({ onSession, isSecond }: Pick<Props, 'onSession'> & { isSecond: boolean }) {
  const { t } = useSpeech();
  const text = useText();
  const errorText = useErrorText();
  const [given, setGiven] = useState('');
  const signIn = useMutation({ mutationFn: operatorSession.begin, onSuccess: onSession });
  return (
    <Form onSubmit={() => signIn.mutate(given.trim())}>
      <Stack>
        <PasswordInput
          label={text('console.key')}
          description={text('console.keyText')}
          placeholder="rek_operator_…"
          autoComplete="off"
          autoFocus={!isSecond}
          value={given}
          onChange={(event) => setGiven(event.currentTarget.value)}
          error={signIn.isError ? errorText(signIn.error) : undefined}
          visibilityToggleButtonProps={{ 'aria-label': t('common.show') }}
        />
        <Button
          type="submit"
          variant={isSecond ? 'light' : 'filled'}
          loading={signIn.isPending}
          disabled={given.trim() === ''}
        >
          {t('signIn.go')}
        </Button>
      </Stack>
    </Form>
  );
}

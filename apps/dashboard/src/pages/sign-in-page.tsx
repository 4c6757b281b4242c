import { useState } from 'react';
import { Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { session } from '../api/session.ts';
import type { Session } from '../api/session.ts';
import { peopleSignInUrl, signInAccount, signInPath } from '../api/sign-in-account.ts';
import { SignInFrame } from '../ui/sign-in-frame.tsx';
import { useSpeech } from '../text/language.tsx';
import { useErrorText } from '../text/error-text.ts';
import { Form } from '../ui/form.tsx';

/** The two sign-in methods: the identity provider of an account, or an API key. */
export function SignInPage({ over, onSession }: { over: boolean; onSession: (now: Session) => void }) {
  const { t } = useSpeech();
  return (
    <SignInFrame title={t('signIn.title')} lead={t('signIn.lead')} over={over}>
      <ByKey onSession={onSession} />
      <ByProvider />
    </SignInFrame>
  );
}

function ByKey({ onSession }: { onSession: (now: Session) => void }) {
  const { t } = useSpeech();
  const errorText = useErrorText();
  const [apiKey, setApiKey] = useState('');
  const signIn = useMutation({ mutationFn: session.begin, onSuccess: onSession });
  return (
    <Form onSubmit={() => signIn.mutate(apiKey.trim())}>
      <Stack>
        <Title order={2}>{t('signIn.withKey')}</Title>
        <PasswordInput
          label={t('signIn.key')}
          placeholder="rek_live_…"
          autoComplete="off"
          autoFocus={signInAccount.read() === ''}
          value={apiKey}
          onChange={(event) => setApiKey(event.currentTarget.value)}
          error={signIn.isError ? errorText(signIn.error) : undefined}
          visibilityToggleButtonProps={{ 'aria-label': t('common.show') }}
        />
        <Button type="submit" loading={signIn.isPending} disabled={apiKey.trim() === ''}>
          {t('signIn.go')}
        </Button>
        <Text size="sm" c="dimmed">
          <strong>{t('signIn.none')}</strong> {t('signIn.noneText')}{' '}
          <Anchor href="/docs" size="sm" underline="always">
            {t('app.reference')}
          </Anchor>
        </Text>
      </Stack>
    </Form>
  );
}

/** Redirects to the identity provider of the account. */
function ByProvider() {
  const { t } = useSpeech();
  const [accountId, setAccountId] = useState(signInAccount.read);
  const id = accountId.trim();
  const peopleUrl = peopleSignInUrl();
  return (
    <Form onSubmit={() => window.location.assign(signInPath(id))}>
      <Stack>
        <Title order={2}>{t('signIn.provider')}</Title>
        {peopleUrl !== undefined && (
          <Button component="a" href={peopleUrl} variant="light">
            {t('signIn.asPerson')}
          </Button>
        )}
        <TextInput
          label={t('signIn.account')}
          description={t('signIn.providerText')}
          autoComplete="off"
          value={accountId}
          onChange={(event) => setAccountId(event.currentTarget.value)}
        />
        <Button type="submit" variant={signInAccount.read() === '' ? 'light' : 'filled'} disabled={id === ''}>
          {t('signIn.continue')}
        </Button>
      </Stack>
    </Form>
  );
}

import { useState } from 'react';
import { Alert, Anchor, Button, Group, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { session } from '../api/client.ts';
import type { Session } from '../api/client.ts';
import { useSpeech } from '../text/language.tsx';
import { LanguageSwitch, SchemeSwitch } from '../app/switches.tsx';
import { useErrorText } from '../ui/error-text.ts';
import { Form } from '../ui/form.tsx';
import { Mark } from '../ui/icons.tsx';

/** The way in: an API key, exchanged for a session. */
export function SignInPage({ over, onSession }: { over: boolean; onSession: (now: Session) => void }) {
  const { t } = useSpeech();
  const errorText = useErrorText();
  const [apiKey, setApiKey] = useState('');
  const signIn = useMutation({ mutationFn: session.begin, onSuccess: onSession });
  return (
    <main className="sign-in">
      <Paper withBorder p="xl" radius="lg" maw={440} w="100%">
        <Form onSubmit={() => signIn.mutate(apiKey.trim())}>
          <Stack>
            <Welcome />
            {over && !signIn.isError && <Alert color="amber">{t('signIn.over')}</Alert>}
            <PasswordInput
              label={t('signIn.key')}
              placeholder="rek_live_…"
              autoComplete="off"
              autoFocus
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
      </Paper>
      <Group>
        <LanguageSwitch />
        <SchemeSwitch />
      </Group>
    </main>
  );
}

function Welcome() {
  const { t } = useSpeech();
  return (
    <>
      <Group gap="sm" wrap="nowrap">
        <Mark size={36} />
        <Text fw={650}>{t('app.name')}</Text>
      </Group>
      <Title order={1}>{t('signIn.title')}</Title>
      <Text c="dimmed" size="sm">
        {t('signIn.lead')}
      </Text>
    </>
  );
}

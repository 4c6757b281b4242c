import type { ReactNode } from 'react';
import { Alert, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';
import { Mark } from './icons.tsx';
import { useTitle } from './use-title.ts';
import { LanguageSwitch, SchemeSwitch } from './switches.tsx';

interface Props {
  title: string;
  lead: string;
  /** True if a session has ended. */
  over: boolean;
  /** The sign-in methods. */
  children: ReactNode;
}

/** The frame of every page for signing in. */
export function SignInFrame({ title, lead, over, children }: Props) {
  const { t } = useSpeech();
  useTitle(title);
  return (
    <main className="sign-in">
      <Paper withBorder p="xl" radius="lg" maw={440} w="100%">
        <Stack>
          <Group gap="sm" wrap="nowrap">
            <Mark size={36} />
            <Text fw={650}>{t('app.name')}</Text>
          </Group>
          <Title order={1}>{title}</Title>
          <Text c="dimmed" size="sm">
            {lead}
          </Text>
          {over && <Alert color="amber">{t('signIn.over')}</Alert>}
          {children}
        </Stack>
      </Paper>
      <Group>
        <LanguageSwitch />
        <SchemeSwitch />
      </Group>
    </main>
  );
}

import { Button, Group, Stack, Text } from '@mantine/core';
import { Frame } from '../app/frame.tsx';
import { LanguageSwitch, QUIET, SchemeSwitch } from '../ui/switches.tsx';
import { useSpeech } from '../text/language.tsx';
import { Icon } from '../ui/icons.tsx';
import type { IconName } from '../ui/icons.tsx';
import { useOperator, useOperatorSignOut } from './operator-gate.tsx';
import { useText } from './use-text.ts';

const PLACES = [
  ['find', '/', 'search'],
  ['accounts', '/accounts', 'users'],
  ['lanes', '/lanes', 'targets'],
  ['mails', '/mails', 'mails'],
  ['violations', '/violations', 'warning'],
  ['usage', '/usage', 'overview'],
  ['audit', '/audit-log', 'document'],
  ['keys', '/keys', 'account'],
] as const satisfies readonly (readonly [string, string, IconName])[];

/** The shell around every page of the console. */
export function ConsoleShell() {
  const text = useText();
  return (
    <Frame
      name={text('console.name')}
      places={PLACES.map(([place, to, icon]) => ({ to, icon, label: text(`place.${place}`) }))}
      whose={<Whose />}
      isConsole
    />
  );
}

function Whose() {
  const { t } = useSpeech();
  const text = useText();
  const { name } = useOperator();
  const signOut = useOperatorSignOut();
  return (
    <Stack gap={2} className="whose">
      <Text size="sm" fw={600} className="cut">
        {name ?? text('console.byToken')}
      </Text>
      <Text size="xs" c="dimmed">
        {text('console.everythingAudited')}
      </Text>
      <Group gap={2} mt={4} className="tools">
        <LanguageSwitch />
        <SchemeSwitch />
        <Button component="a" href="/docs" {...QUIET} leftSection={<Icon name="book" />}>
          {t('app.reference')}
        </Button>
        <Button {...QUIET} leftSection={<Icon name="signOut" />} onClick={signOut}>
          {t('app.signOut')}
        </Button>
      </Group>
    </Stack>
  );
}

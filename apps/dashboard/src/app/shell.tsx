import { Suspense } from 'react';
import { AppShell, Burger, Button, Group, NavLink, ScrollArea, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from 'react-router';
import { useSpeech } from '../text/language.tsx';
import { Badge } from '../ui/badge.tsx';
import { Icon, Mark } from '../ui/icons.tsx';
import { Loading } from '../ui/loading.tsx';
import { useMayWrite, useSignOut, useSignedIn } from './session-gate.tsx';
import { LanguageSwitch, QUIET, SchemeSwitch } from './switches.tsx';

const PLACES = [
  'overview', 'properties', 'targets', 'listings', 'requests', 'webhooks', 'account',
] as const; // oxfmt-ignore

/** What is around every page. */
export function Shell() {
  const { t } = useSpeech();
  const [opened, { toggle, close }] = useDisclosure(false);
  return (
    <AppShell
      header={{ height: 56, collapsed: false }}
      navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', md: 'lg' }}
      transitionDuration={0}
    >
      <a href="#content" className="skip">
        {t('app.skip')}
      </a>
      <AppShell.Header className="top">
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger opened={opened} onClick={toggle} hiddenFrom="md" size="sm" aria-label={t('app.menu')} />
          <Link to="/" className="brand" onClick={close}>
            <Mark size={28} />
            <span>{t('app.name')}</span>
          </Link>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" className="side">
        <AppShell.Section grow component={ScrollArea}>
          <Places onGo={close} />
        </AppShell.Section>
        <AppShell.Section>
          <Whose />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <div className="content">
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

function Places({ onGo }: { onGo: () => void }) {
  const { t } = useSpeech();
  const { pathname } = useLocation();
  return (
    <Stack gap={2}>
      {PLACES.map((place) => {
        const to = place === 'overview' ? '/' : `/${place}`;
        const here = to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`);
        return (
          <NavLink
            key={place}
            component={Link}
            to={to}
            label={t(`nav.${place}`)}
            leftSection={<Icon name={place} />}
            active={here}
            aria-current={here ? 'page' : undefined}
            onClick={onGo}
            className="place"
          />
        );
      })}
    </Stack>
  );
}

function Whose() {
  const { t } = useSpeech();
  const { account, key } = useSignedIn();
  const mayWrite = useMayWrite();
  const signOut = useSignOut();
  return (
    <Stack gap={2} className="whose">
      <Text size="sm" fw={600} className="cut">
        {account.name}
      </Text>
      <Text size="xs" c="dimmed" className="cut">
        {key.name} · …{key.lastFour}
      </Text>
      {!mayWrite && (
        <div title={t('app.readOnlyWhy')}>
          <Badge tone="busy" icon="lock">
            {t('app.readOnly')}
          </Badge>
        </div>
      )}
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

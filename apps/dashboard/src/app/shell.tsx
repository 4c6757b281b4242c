import { Suspense, lazy } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNewRequests } from '../api/new-requests.ts';
import { useSpeech } from '../text/language.tsx';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icons.tsx';
import { useWhyNot } from '../ui/use-why-not.ts';
import { Shortcuts } from '../keyboard/shortcuts.tsx';
import { SearchButton } from '../search/search-button.tsx';
import { afterPage } from '../api/after-page.ts';
import { Frame } from './frame.tsx';
import { LookNotice } from './look-notice.tsx';
import { PLACES, pathOf } from '../ui/places.ts';
import { usePermissions } from '../api/rights.ts';
import { useSignedIn } from '../api/signed-in.ts';
import { useSignOut } from './session-gate.tsx';
import { LanguageSwitch, QUIET, SchemeSwitch } from '../ui/switches.tsx';

const RunningJobs = lazy(async () => {
  await afterPage();
  return { default: (await import('../pages/jobs/running-jobs.tsx')).RunningJobs };
});
const NextStep = lazy(async () => {
  await afterPage();
  return { default: (await import('../first-steps/next-step.tsx')).NextStep };
});

/** The shell around every page of the dashboard. */
export function Shell() {
  const { t } = useSpeech();
  const { look, account } = useSignedIn();
  const [isSearching, { open, close }] = useDisclosure(false);
  const count = useNewRequests() ?? 0;
  const news = count > 0 ? { count, label: t('nav.newRequests', { count }) } : undefined;
  return (
    <Frame
      name={t('app.name')}
      places={PLACES.map((place) => ({
        ...{ to: pathOf(place), label: t(`nav.${place}`), icon: place },
        ...(place === 'requests' && { news }),
      }))}
      tools={
        <>
          <Suspense>
            <RunningJobs />
          </Suspense>
          <SearchButton opened={isSearching} open={open} close={close} />
        </>
      }
      whose={<Whose onSearch={open} />}
      notice={look && <LookNotice look={look} account={account.name} />}
      guide={
        !look && (
          <Suspense fallback={null}>
            <NextStep />
          </Suspense>
        )
      }
    />
  );
}

function Whose({ onSearch }: { onSearch: () => void }) {
  const { t } = useSpeech();
  const { account, key, user, look } = useSignedIn();
  const mayWrite = usePermissions().includes('write');
  const whyNot = useWhyNot();
  const signOut = useSignOut();
  return (
    <Stack gap={2} className="whose">
      <Text size="sm" fw={600} className="cut">
        {account.name}
      </Text>
      <Text size="xs" c="dimmed" className="cut">
        {key && `${key.name} · …${key.lastFour}`}
        {user && `${user.name ?? user.email} · ${t(`role.${user.role}`)}`}
        {look && t('look.operator')}
      </Text>
      {!mayWrite && (
        <div title={whyNot('write')}>
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
        <Shortcuts onSearch={onSearch} />
        {!look && (
          <Button {...QUIET} leftSection={<Icon name="signOut" />} onClick={signOut}>
            {t('app.signOut')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

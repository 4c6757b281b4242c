import { Suspense, useId } from 'react';
import type { ReactNode } from 'react';
import { AppShell, Burger, Group, NavLink, ScrollArea, Stack } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Link, Outlet, useLocation } from 'react-router';
import { useSpeech } from '../text/language.tsx';
import { Icon, Mark } from '../ui/icons.tsx';
import type { IconName } from '../ui/icons.tsx';
import { Loading } from '../ui/loading.tsx';

/** An entry of the menu. */
export interface Place {
  to: string;
  label: string;
  icon: IconName;
  /** The number of unread items, and a label that says it in words. */
  news?: { count: number; label: string } | undefined;
}

interface Props {
  name: string;
  places: readonly Place[];
  /** Shown at the end of the top bar. */
  tools?: ReactNode;
  /** Shown below the menu: the signed-in user. */
  whose: ReactNode;
  /** Shown above every page. */
  notice?: ReactNode;
  /** Shown below every page, always in sight, so that nothing moves when it arrives. */
  guide?: ReactNode;
  /** Distinguishes the operator console from the dashboard of a customer. */
  isConsole?: boolean;
}

/** The frame around every page. */
export function Frame({ name, places, tools, whose, notice, guide, isConsole = false }: Props) {
  const { t } = useSpeech();
  const [opened, { toggle, close }] = useDisclosure(false);
  useHotkeys([['Escape', close]]);
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
      <AppShell.Header className={isConsole ? 'top of-console' : 'top'}>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger opened={opened} onClick={toggle} hiddenFrom="md" size="sm" aria-label={t('app.menu')} />
          <Link to="/" className="brand" onClick={close}>
            <Mark size={28} />
            <span>{name}</span>
          </Link>
          {tools}
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" className="side">
        <AppShell.Section grow component={ScrollArea}>
          <Menu places={places} onGo={close} />
        </AppShell.Section>
        <AppShell.Section>{whose}</AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        {notice}
        <div className="content">
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </div>
        {guide}
      </AppShell.Main>
    </AppShell>
  );
}

const SHOWN_MAX = 99;

function Menu({ places, onGo }: { places: readonly Place[]; onGo: () => void }) {
  const { pathname } = useLocation();
  const id = useId();
  return (
    <Stack gap={2}>
      {places.map(({ to, label, icon, news }) => {
        const here = to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`);
        return (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={label}
            leftSection={<Icon name={icon} />}
            rightSection={news && <News id={id} {...news} />}
            aria-describedby={news && id}
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

/** A description of its link, not a part of the link's name. */
const News = ({ id, count, label }: NonNullable<Place['news']> & { id: string }) => (
  <>
    <span className="news" aria-hidden="true">
      {count > SHOWN_MAX ? `${String(SHOWN_MAX)}+` : count}
    </span>
    <span id={id} hidden>
      {label}
    </span>
  </>
);

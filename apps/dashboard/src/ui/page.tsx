import { useEffect } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { Link, useLocation, useNavigate } from 'react-router';
import { keepSearch, withLastSearch } from './last-search.ts';
import { WithinPageContext } from './within-page.ts';
import { useTitle } from './use-title.ts';

interface Props {
  title: string;
  /** The list this page belongs to; `isBack` if the user came from there. */
  up?: { to: string; label: string; isBack?: boolean };
  beside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page: its parent, its title, its actions. */
export function Page({ title, up, beside, actions, children }: Props) {
  useTitle(title);
  const { pathname, search } = useLocation();
  useEffect(() => keepSearch(pathname, search), [pathname, search]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end" gap="sm">
        <div className="page-title">
          {up && <Up {...up} />}
          <Group gap="sm">
            <Title order={1}>{title}</Title>
            {beside}
          </Group>
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      <WithinPageContext value>{children}</WithinPageContext>
    </Stack>
  );
}

function Up({ to, label, isBack = false }: NonNullable<Props['up']>) {
  const navigate = useNavigate();
  const goBack = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Anchor
      component={Link}
      to={withLastSearch(to)}
      size="sm"
      className="up"
      {...(isBack && { onClick: goBack })}
    >
      ← {label}
    </Anchor>
  );
}

/** A part of a page with a heading. */
export function Section({
  id,
  title,
  text,
  actions,
  children,
}: {
  /** The anchor of the section, which takes the focus when a link leads to it. */
  id?: string;
  title: string;
  text?: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="card" {...(id !== undefined && { id, tabIndex: -1 })}>
      <Group justify="space-between" mb="sm" gap="xs">
        <div>
          <Title order={2}>{title}</Title>
          {text !== undefined && (
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </section>
  );
}

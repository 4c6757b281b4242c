import type { Role } from '@estate/client';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { RightsProvider } from './rights.ts';
import { LanguageProvider } from '../text/language.tsx';

interface Given {
  /** None: a key that may only read. */
  role?: Role;
  /** What has been read already. */
  read?: readonly (readonly [key: readonly unknown[], data: unknown])[];
}

/** Renders a part of a page as it first appears to a user with a role. */
export function drawn(part: ReactNode, { role, read = [] }: Given): string {
  const permissions =
    role === undefined || role === 'viewer' ? (['read'] as const) : (['read', 'write'] as const);
  const client = new QueryClient();
  for (const [key, data] of read) client.setQueryData(key, data);
  const inside = createElement(RightsProvider, { value: { permissions, ...(role && { role }) } }, part);
  const routed = createElement(MemoryRouter, null, inside);
  const reading = createElement(QueryClientProvider, { client }, routed);
  return renderToStaticMarkup(
    createElement(MantineProvider, null, createElement(LanguageProvider, null, reading)),
  );
}

import { StrictMode } from 'react';
import type { ReactNode } from 'react';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app.css';
import { queryClient } from '../api/query-client.ts';
import { LanguageProvider } from '../text/language.tsx';
import { cssVariables, theme } from './theme.ts';

/** The nonce that the content security policy requires of styles; the scroll lock of dialogs reads it here. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? '';
Object.assign(globalThis, { __webpack_nonce__: nonce });

/** Renders a page with the theme, the language and the query cache. */
export function draw(page: ReactNode): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no place to draw in.');
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <LanguageProvider>
          <QueryClientProvider client={queryClient}>
            {page}
            <Notifications position="bottom-right" />
          </QueryClientProvider>
        </LanguageProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

import type { ReactNode } from 'react';
import { Text } from '@mantine/core';
import { useRights } from '../api/rights.ts';
import { useSpeech } from '../text/language.tsx';

/** Lines for developers: whoever signed in with an API key reads them, for the people of an account they are folded. */
export function Technical({ children }: { children: ReactNode }) {
  const { t } = useSpeech();
  if (useRights().role === undefined) return children;
  return (
    <details className="technical">
      <summary>{t('common.technical')}</summary>
      {children}
    </details>
  );
}

/** The id of what a page shows, for calls of the API. */
export function TechnicalId({ id }: { id: string }) {
  const { t } = useSpeech();
  return (
    <Technical>
      <Text size="xs" c="dimmed" mt="sm" component="div" className="break">
        {t('common.id')}: <code>{id}</code>
      </Text>
    </Technical>
  );
}

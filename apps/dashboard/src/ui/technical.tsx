import type { ReactNode } from 'react';
import { Text } from '@mantine/core';
import { useRights } from '../api/rights.ts';
import { useSpeech } from '../text/language.tsx';

/** Lines for developers: shown to sessions of an API key, folded for users of an account. */
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

/** The id of the page's resource, for calls of the API. */
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

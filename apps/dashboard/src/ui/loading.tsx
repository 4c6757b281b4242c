import { useEffect, useState } from 'react';
import { Loader, Stack, Text } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';

const SLOW_AFTER_MS = 5000;

/** A loading indicator; after a while, with a hint that it takes longer than usual. */
export function Loading() {
  const { t } = useSpeech();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return (
    <Stack align="center" gap="xs" p="xl" role="status">
      <Loader size="sm" aria-hidden="true" />
      <span className="sr-only">{t('common.loading')}</span>
      {slow && (
        <Text size="sm" c="dimmed" ta="center">
          {t('common.slow')}
        </Text>
      )}
    </Stack>
  );
}

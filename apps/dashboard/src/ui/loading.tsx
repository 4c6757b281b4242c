import { Center, Loader } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';

/** Something is on its way. */
export function Loading() {
  const { t } = useSpeech();
  return (
    <Center p="xl" role="status" aria-label={t('common.loading')}>
      <Loader size="sm" />
    </Center>
  );
}

import type { ImportSource } from '@estate/client';
import { Alert, Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useSpeech } from '../../../text/language.tsx';
import { timeText } from '../../../text/time-text.ts';
import { Icon } from '../../../ui/icons.tsx';

/** Names the package that waits for space, since when, and what ends the wait. */
export function WaitingPackageNote({ waitingPackage }: Pick<ImportSource, 'waitingPackage'>) {
  const { t, language } = useSpeech();
  if (!waitingPackage) return null;
  const { fileName, since } = waitingPackage;
  return (
    <Alert role="alert" className="tone-warn" icon={<Icon name="warning" />} title={t('source.packageWaits')}>
      {t('source.packageWaitsText', { name: fileName, since: timeText(new Date(since), language) })}{' '}
      <Anchor component={Link} to="/imports" size="sm">
        {t('nav.imports')}
      </Anchor>
    </Alert>
  );
}

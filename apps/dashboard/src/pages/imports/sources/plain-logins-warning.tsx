import { Alert } from '@mantine/core';
import { useSpeech } from '../../../text/language.tsx';
import { Icon } from '../../../ui/icons.tsx';

/** What a source risks that may be used without TLS. */
export function PlainLoginsWarning() {
  const { t } = useSpeech();
  return (
    <Alert className="tone-warn" icon={<Icon name="warning" />} mb="md" role="status">
      {t('source.plainLoginsWarning')}
    </Alert>
  );
}

import type { ReactNode } from 'react';
import { Alert, Checkbox } from '@mantine/core';
import { useSpeech } from '../../../text/language.tsx';
import { Icon } from '../../../ui/icons.tsx';

interface ChoiceProps {
  isAllowed: boolean;
  error: ReactNode;
  onChange: (isAllowed: boolean) => void;
}

/** Allows logins without TLS, with a warning. */
export function PlainLoginsChoice({ isAllowed, error, onChange }: ChoiceProps) {
  const { t } = useSpeech();
  return (
    <>
      <Checkbox
        label={t('source.plainLogins')}
        description={t('source.plainLoginsText')}
        checked={isAllowed}
        error={error}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {isAllowed && <PlainLoginsWarning />}
    </>
  );
}

/** The risk of a source that may be used without TLS. */
export function PlainLoginsWarning() {
  const { t } = useSpeech();
  return (
    <Alert className="tone-warn" icon={<Icon name="warning" />} mb="md" role="status">
      {t('source.plainLoginsWarning')}
    </Alert>
  );
}

import { Checkbox } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';

interface Props {
  isKept: boolean;
  error: string | undefined;
  onChange: (isKept: boolean) => void;
}

/** The choice to keep sold properties published. */
export function StaysWhenSold({ isKept, error, onChange }: Props) {
  const { t } = useSpeech();
  return (
    <Checkbox
      id="onSold"
      label={t('property.staysWhenSold')}
      description={t('property.staysWhenSoldText')}
      checked={isKept}
      error={error}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

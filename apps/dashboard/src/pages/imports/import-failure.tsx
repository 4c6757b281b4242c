import type { Import } from '@estate/client';
import { Text } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import { knownKey } from '../../text/messages.ts';
import { Icon } from '../../ui/icons.tsx';

/** The reason why a package could not be read, or not completely. */
export function ImportFailure({ failure: { code, message } }: { failure: NonNullable<Import['failure']> }) {
  const { t } = useSpeech();
  const meaning = knownKey(`importFailure.${code}`);
  return (
    <div className="failure tone-bad" role="group" aria-label={t('import.failedTitle')}>
      <Icon name="warning" size={22} />
      <div>
        <Text fw={650}>
          {t('import.failedTitle')}
          {meaning && `: ${t(meaning)}`}
        </Text>
        <Text size="sm" mt={4} className="break">
          {message} <code>{code}</code>
        </Text>
      </div>
    </div>
  );
}

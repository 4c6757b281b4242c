import { Text } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';
import { knownKey } from '../text/messages.ts';
import { Icon } from './icons.tsx';
import { Time } from './time.tsx';

interface Props {
  code: string;
  /** The message of the service or the platform. */
  message: string;
  at?: string | undefined;
}

/** A failure in plain words, its remedy, and the original message. */
export function Failure({ code, message, at }: Props) {
  const { t } = useSpeech();
  const [meaning, remedy] = [knownKey(`code.${code}`), knownKey(`do.${code}`)];
  return (
    <div className="failure tone-bad" role="group" aria-label={t('listing.lastError')}>
      <Icon name="warning" size={22} />
      <div>
        <Text fw={650}>
          {meaning ? t(meaning) : code}
          {at !== undefined && (
            <Text span size="sm" fw={400}>
              {' · '}
              <Time at={at} />
            </Text>
          )}
        </Text>
        {remedy && (
          <Text size="sm" mt={2}>
            <strong>{t('listing.whatToDo')}:</strong> {t(remedy)}
          </Text>
        )}
        <Text size="sm" mt={6} className="break">
          <strong>{t('listing.platformSaid')}:</strong> {message} <code>{code}</code>
        </Text>
      </div>
    </div>
  );
}

/** The failure in a few words, for a row of a list. */
export function ShortFailure({ code }: { code: string }) {
  const { t } = useSpeech();
  const meaning = knownKey(`code.${code}`);
  return (
    <Text size="xs" className="bad-text break">
      {meaning ? t(meaning) : code}
    </Text>
  );
}

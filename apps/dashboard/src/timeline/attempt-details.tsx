import { Text } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';
import { ShortFailure } from '../ui/failure.tsx';
import { Time } from '../ui/time.tsx';
import type { EntryOf } from './entry-words.ts';

/** The reason why an attempt failed, and the next attempt. */
export function AttemptDetails({ attempt }: { attempt: EntryOf<'publication_attempt'> }) {
  const { t } = useSpeech();
  const { failureCode, failureMessage, nextAttemptAt } = attempt;
  return (
    <>
      {failureCode !== undefined && <ShortFailure code={failureCode} />}
      {failureMessage !== undefined && (
        <Text size="xs" className="break">
          {failureMessage}
        </Text>
      )}
      {nextAttemptAt !== undefined && (
        <Text size="xs">
          {t('timeline.nextAttempt')} <Time at={nextAttemptAt} exact />
        </Text>
      )}
    </>
  );
}

/** The duration of an attempt, and the package for the portal. */
export function AttemptCost({
  attempt: { durationMs, fileName },
}: {
  attempt: EntryOf<'publication_attempt'>;
}) {
  const { t } = useSpeech();
  const facts = durationMs > 0 ? [`${String(Math.round(durationMs))} ms`] : [];
  if (fileName !== undefined) facts.push(t('timeline.file', { name: fileName }));
  if (facts.length === 0) return null;
  return (
    <Text size="xs" className="break">
      {facts.join(' · ')}
    </Text>
  );
}

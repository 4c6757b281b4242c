import type { ReceivedMail } from '@estate/client';
import { Text } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import { knownKey } from '../../text/messages.ts';
import { Section } from '../../ui/page.tsx';

/** Everything in an email that did not become a request, part by part. */
export function ProblemsSection({ problems }: Pick<ReceivedMail, 'problems'>) {
  const { t } = useSpeech();
  if (problems.length === 0) return null;
  return (
    <Section title={t('mail.problems')}>
      <ul className="plain-list">
        {problems.map(({ failureCode, failureMessage, part, count }, index) => {
          const meaning = knownKey(`code.${failureCode}`);
          return (
            <li key={index}>
              <Text size="sm" fw={600}>
                {meaning ? t(meaning) : failureCode}
                {count > 1 && ` · ${t('mail.times', { count })}`}
              </Text>
              {part !== undefined && (
                <Text size="sm" className="break">
                  {t('mail.part', { part })}
                </Text>
              )}
              <Text size="sm" c="dimmed" className="break">
                {failureMessage}
              </Text>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

import type { ContactRequest } from '@estate/client';
import { Button, Group } from '@mantine/core';
import { LOCALES } from '../../text/time-text.ts';
import { useSpeech } from '../../text/language.tsx';
import { Icon } from '../../ui/icons.tsx';
import { personOf } from '../../api/person.ts';
import { calledBy, mailtoOf, telOf } from './reply.ts';
import type { ReplyWords } from './reply.ts';

/** Opens a reply in the user's email program, or calls the prospect. */
export function AnswerButtons({
  request,
  onAnswer,
}: {
  request: ContactRequest;
  onAnswer: (() => void) | undefined;
}) {
  const { t } = useSpeech();
  const { phone, mobilePhone } = request.prospect;
  const mailto = mailtoOf(request, useReplyWords(request));
  const numbers = [...new Set([phone, mobilePhone])].filter((number) => telOf(number) !== undefined);
  if (mailto === undefined && numbers.length === 0) return null;
  return (
    <Group gap="xs">
      {mailto !== undefined && (
        <Button component="a" href={mailto} leftSection={<Icon name="requests" />} onClick={onAnswer}>
          {t('request.answer')}
        </Button>
      )}
      {numbers.map((number = '') => (
        <Button
          key={number}
          component="a"
          href={telOf(number) ?? ''}
          variant="default"
          leftSection={<Icon name="phone" />}
          onClick={onAnswer}
        >
          {t('request.call', { number })}
        </Button>
      ))}
    </Group>
  );
}

function useReplyWords({ prospect, propertyProvidedByPlatform, createdAt }: ContactRequest): ReplyWords {
  const { t, language } = useSpeech();
  const { title, externalId } = propertyProvidedByPlatform;
  const property = [title, externalId && title ? `(${externalId})` : externalId].filter(Boolean).join(' ');
  const name = calledBy(prospect);
  const date = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long' }).format(new Date(createdAt));
  return {
    subject: property === '' ? t('request.replySubject') : t('request.replyAbout', { property }),
    greeting: name === '' ? t('request.replyToUnknown') : t('request.replyTo', { name }),
    quote: t('request.replyQuote', { date, name: personOf(prospect) || (prospect.email ?? '') }),
  };
}

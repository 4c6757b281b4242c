import type { ReceivedMail } from '@estate/client';
import { Text } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import { Section } from '../../ui/page.tsx';
import { useSizeText } from '../../ui/size-text.ts';

/** The attachments of an email, by name only. */
export function AttachmentsSection({ mail }: { mail: ReceivedMail }) {
  const { t } = useSpeech();
  const sizeText = useSizeText();
  const { attachments, attachmentCount, text } = mail;
  const rest = attachmentCount - attachments.length;
  if (text === undefined) return null;
  return (
    <Section title={t('mail.attachments')}>
      {attachments.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('mail.noAttachments')}
        </Text>
      )}
      <ul className="plain-list">
        {attachments.map(({ name, mediaType, sizeBytes }, index) => (
          <li key={index}>
            <Text size="sm" fw={600} className="break">
              <bdi>{name}</bdi>
            </Text>
            <Text size="xs" c="dimmed" className="break">
              {[mediaType, sizeText(sizeBytes)].filter(Boolean).join(' · ')}
            </Text>
          </li>
        ))}
      </ul>
      {rest > 0 && <Text size="sm">{t('mail.moreAttachments', { count: rest })}</Text>}
    </Section>
  );
}

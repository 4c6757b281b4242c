import type { Property } from '@estate/client';
import { Alert, Text } from '@mantine/core';
import { nameOfAttachment } from '../../pictures/attachments.ts';
import { Gallery } from '../../pictures/gallery.tsx';
import { useSpeech } from '../../text/language.tsx';
import { knownKey } from '../../text/messages.ts';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { Section } from '../../ui/page.tsx';

/** The published attachments, in their order, and the links. */
export function PicturesSection({ property }: { property: Property }) {
  const { t } = useSpeech();
  const { attachments, links, attachmentFailures = [] } = property;
  return (
    <Section title={t('property.pictures')}>
      {attachmentFailures.length > 0 && (
        <Alert title={t('property.filesLeftOut')} className="tone-warn" mb="md">
          <ul className="plain-list">
            {attachmentFailures.map((failure) => (
              <li key={failure.position} className="break">
                <LeftOut failure={failure} attachment={attachments[failure.position]} />
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {attachments.length === 0 ? (
        <Text c="dimmed">{t('property.noPictures')}</Text>
      ) : (
        <Gallery property={property} />
      )}
      {links.length > 0 && (
        <>
          <Text size="sm" fw={600} mt="md" mb={4}>
            {t('property.links')}
          </Text>
          <ul className="plain-list">
            {links.map(({ url, title: name }) => (
              <li key={url}>
                <OutsideLink href={url}>{name ?? url}</OutsideLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

interface LeftOutProps {
  failure: NonNullable<Property['attachmentFailures']>[number];
  attachment: Property['attachments'][number] | undefined;
}

/** The reason why the property is published without a file. */
function LeftOut({ failure: { failureCode, failureMessage }, attachment }: LeftOutProps) {
  const { t } = useSpeech();
  const meaning = knownKey(`code.${failureCode}`);
  return (
    <>
      <Text size="sm">
        {attachment && <strong>{nameOfAttachment(attachment)}: </strong>}
        {meaning ? t(meaning) : failureCode}
      </Text>
      <Text size="xs">{failureMessage}</Text>
    </>
  );
}

import type { Property } from '@estate/client';
import { Text } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import { Icon } from '../../ui/icons.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { Section } from '../../ui/page.tsx';

type Attachment = Property['attachments'][number];

/** Attachments in their order, and links. They lie with the customer, so the page names them and does not fetch them. */
export function PicturesSection({ property: { attachments, links } }: { property: Property }) {
  const { t } = useSpeech();
  const title = attachments.findIndex((one) => !isDocument(one));
  return (
    <Section title={t('property.pictures')}>
      {attachments.length === 0 && <Text c="dimmed">{t('property.noPictures')}</Text>}
      <ol className="pictures">
        {attachments.map((attachment, index) => (
          <li key={attachment.url} className="picture">
            <span className="picture-number">
              <Icon name={isDocument(attachment) ? 'document' : 'picture'} size={20} />
              {index + 1}
            </span>
            <div className="two-lines">
              <Text size="sm" fw={600} className="cut">
                {attachment.title ?? nameIn(attachment.url)}
              </Text>
              <Text size="xs" c="dimmed" component="div" className="cut">
                {roleOf(attachment, index === title, t)}
              </Text>
              <OutsideLink href={attachment.url}>{nameIn(attachment.url)}</OutsideLink>
            </div>
          </li>
        ))}
      </ol>
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

const isDocument = ({ type, url }: Attachment): boolean =>
  type === 'application/pdf' || (type === undefined && /\.pdf$/i.test(new URL(url).pathname));

const nameIn = (url: string): string => decodeURI(new URL(url).pathname.split('/').at(-1) ?? url) || url;

function roleOf(
  { isBlueprint, type }: Attachment,
  isTitle: boolean,
  t: ReturnType<typeof useSpeech>['t'],
): string {
  if (isTitle) return t('property.titlePicture');
  return isBlueprint === true ? t('property.blueprint') : (type ?? '');
}

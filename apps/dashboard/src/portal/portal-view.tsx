import type { Property } from '@estate/client';
import { Title } from '@mantine/core';
import { FieldFacts } from '../fields/field-facts.tsx';
import { nameOfAttachment } from '../pictures/attachments.ts';
import { Thumbnail } from '../pictures/thumbnail.tsx';
import { useSpeech } from '../text/language.tsx';
import { Facts } from '../ui/facts.tsx';
import { Icon } from '../ui/icons.tsx';
import type { Fact } from '../ui/facts.tsx';
import { addressLine } from './address-line.ts';
import { ContactCard } from './contact-card.tsx';
import { KeyFacts } from './key-facts.tsx';
import type { PortalContent } from './portal-content.ts';

interface Props {
  property: Property;
  content: PortalContent;
}

/** A property as a platform's page shows it: its images, the key facts, then everything else that is sent. */
export function PortalView({ property, content }: Props) {
  const { t, language } = useSpeech();
  const { fields, sections, street } = content;
  return (
    <article className="portal" aria-label={fields.title}>
      <Pictures property={property} pictures={content.pictures} />
      <div className="portal-body">
        <Title order={3}>{fields.title}</Title>
        <p className="portal-address">{addressLine(fields.address, street === 'shown')}</p>
        {street !== 'shown' && (
          <p className="portal-note">
            {t(street === 'hidden' ? 'portal.streetHidden' : 'portal.streetWithheld')}
          </p>
        )}
        <KeyFacts type={property.type} fields={fields} />
        {sections.map(({ name, label, fields: described }) => (
          <section key={name}>
            <Title order={4}>{label[language]}</Title>
            <FieldFacts described={described} values={fields} />
          </section>
        ))}
        <Files {...content} />
        <ContactCard contactId={property.contactId} order={4} />
      </div>
    </article>
  );
}

function Pictures({ property, pictures }: { property: Property; pictures: PortalContent['pictures'] }) {
  const { t } = useSpeech();
  if (pictures.length === 0) {
    return (
      <p className="portal-no-pictures">
        <Icon name="picture" size={28} />
        {t('portal.noPictures')}
      </p>
    );
  }
  return (
    <ol className="portal-pictures">
      {pictures.map(({ position, attachment }) => (
        <li key={position}>
          <Thumbnail
            property={property}
            position={position}
            alt={nameOfAttachment(attachment)}
            size="large"
            isWhole={attachment.isBlueprint === true}
          />
        </li>
      ))}
    </ol>
  );
}

function Files({ documents, links }: Pick<PortalContent, 'documents' | 'links'>) {
  const { t } = useSpeech();
  const facts: Fact[] = [
    [t('portal.documents'), documents.map(({ attachment }) => nameOfAttachment(attachment)).join(', ')],
    [t('property.links'), links.map(({ title, url }) => title ?? url).join(', ')],
  ];
  return documents.length + links.length === 0 ? null : <Facts facts={facts} />;
}

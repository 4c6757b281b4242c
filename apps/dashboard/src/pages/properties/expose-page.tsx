import type { Property, PropertyTypeDescription } from '@estate/client';
import { Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { usePropertyType } from '../../api/property-types.ts';
import { useSignedIn } from '../../api/signed-in.ts';
import { FieldFacts } from '../../fields/field-facts.tsx';
import { AccountLogo, LOGO_QUERY } from '../../pictures/account-logo.tsx';
import { imageUrl, isDocument, isUnprocessed, nameOfAttachment, placed } from '../../pictures/attachments.ts';
import { addressLine } from '../../portal/address-line.ts';
import { ContactCard } from '../../portal/contact-card.tsx';
import { KeyFacts } from '../../portal/key-facts.tsx';
import { fieldsOfHead } from '../../portal/portal-content.ts';
import { useSpeech } from '../../text/language.tsx';
import { LOCALES } from '../../text/time-text.ts';
import { Copy } from '../../ui/copy.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';

const TITLE_WIDTH_PX = 1280;
const PICTURE_WIDTH_PX = 640;

/** A property as a sheet to print, save as PDF or show to another user. */
export function ExposePage() {
  const { id = '' } = useParams();
  const { t } = useSpeech();
  const query = useQuery({
    queryKey: ['property', id],
    queryFn: ({ signal }) => api.properties.get(id, { signal }),
  });
  return (
    <Loaded query={query}>
      {(property) => (
        <Page
          title={property.fields.title}
          up={{ to: `/properties/${id}`, label: t('property.back') }}
          actions={
            <>
              <Copy text={() => window.location.href} label={t('expose.copy')} size="sm" />
              <Button leftSection={<Icon name="print" />} onClick={() => window.print()}>
                {t('expose.print')}
              </Button>
            </>
          }
        >
          <Text size="sm" c="dimmed" className="screen-only" maw={760}>
            {t('expose.text')}
          </Text>
          <Sheet property={property} />
        </Page>
      )}
    </Loaded>
  );
}

function Sheet({ property }: { property: Property }) {
  const { t, language } = useSpeech();
  const type = usePropertyType(property.type);
  const { fields, externalId } = property;
  const day = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long' }).format(new Date());
  return (
    <article className="card expose">
      <Head>{addressLine(fields.address, fields.address.publish)}</Head>
      <KeyFacts type={property.type} fields={fields} />
      <Pictures property={property} />
      <Loaded query={type}>{(described) => described && <Details type={described} fields={fields} />}</Loaded>
      <ContactCard contactId={property.contactId} order={2} withPhoto />
      <footer>
        <span>{t('expose.reference', { number: externalId })}</span>
        <span>{t('expose.asOf', { day })}</span>
      </footer>
    </article>
  );
}

/** The address of the property, and the logo of the account. */
function Head({ children }: { children: string }) {
  const { account } = useSignedIn();
  const { data: logo } = useQuery(LOGO_QUERY);
  return (
    <header className="expose-head">
      <p className="expose-address">{children}</p>
      <AccountLogo url={logo?.url} alt={account.name} />
    </header>
  );
}

/** Images are loaded eagerly, because those out of sight are printed, too. */
function Pictures({ property }: { property: Property }) {
  const { id, attachments } = property;
  const pictures = placed(attachments).filter(
    ({ attachment, position }) => !isDocument(attachment) && !isUnprocessed(property, position),
  );
  return (
    <div className="expose-pictures">
      {pictures.map(({ attachment, position }, index) => (
        <figure key={position}>
          <img
            src={imageUrl(id, position, index === 0 ? TITLE_WIDTH_PX : PICTURE_WIDTH_PX)}
            alt={nameOfAttachment(attachment)}
            className={attachment.isBlueprint === true ? 'whole' : undefined}
          />
          <figcaption>{nameOfAttachment(attachment)}</figcaption>
        </figure>
      ))}
    </div>
  );
}

interface DetailsProps {
  type: PropertyTypeDescription;
  fields: Property['fields'];
}

function Details({ type, fields }: DetailsProps) {
  const { language } = useSpeech();
  const atHead = fieldsOfHead(type);
  return type.sections.map(({ name, label, fields: described }) => {
    const given = described.filter(
      (field) => !atHead.includes(field.name) && Reflect.get(fields, field.name) !== undefined,
    );
    if (given.length === 0) return null;
    return (
      <section key={name}>
        <Title order={2}>{label[language]}</Title>
        <FieldFacts described={given} values={fields} />
      </section>
    );
  });
}

import type { Property } from '@estate/client';
import { useSpeech } from '../../text/language.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { Fact } from '../../ui/facts.tsx';
import { Section } from '../../ui/page.tsx';
import { Raw } from '../../ui/raw.tsx';
import { Time } from '../../ui/time.tsx';
import { usePrice } from './price.ts';

/** What the property is: the most asked first, then all that was sent. */
export function FieldsSection({ property }: { property: Property }) {
  const { t, language } = useSpeech();
  const price = usePrice();
  const { fields, externalId, id, contactId, createdAt, updatedAt } = property;
  const { street, streetNumber, postalCode, city } = fields.address;
  const number = new Intl.NumberFormat(language);
  const facts: Fact[] = [
    [t('property.price'), price(fields)],
    [t('property.area'), `${number.format(fields.livingArea)} m²`],
    [t('property.rooms'), number.format(fields.numberOfRooms)],
    [t('property.place'), `${street} ${streetNumber}, ${postalCode} ${city}`],
    [t('property.externalId'), externalId],
    [t('common.id'), <code key="id">{id}</code>],
    [t('property.contact'), contactId],
    [t('common.created'), <Time key="created" at={createdAt} exact />],
    [t('common.updated'), <Time key="updated" at={updatedAt} exact />],
  ];
  return (
    <Section title={t('property.fields')}>
      <Facts facts={facts} />
      {fields.description !== undefined && <p className="message">{fields.description}</p>}
      <details>
        <summary>{t('common.rawFields')}</summary>
        <Raw text={JSON.stringify(fields, null, 2)} label={t('common.rawFields')} />
      </details>
    </Section>
  );
}

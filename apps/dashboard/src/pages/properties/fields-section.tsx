import type { Property, PropertyTypeDescription } from '@estate/client';
import { Title } from '@mantine/core';
import { useContactName } from '../../api/names.ts';
import { usePropertyType } from '../../api/property-types.ts';
import { FieldFacts } from '../../fields/field-facts.tsx';
import { useSpeech } from '../../text/language.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { Fact } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { Raw } from '../../ui/raw.tsx';
import { TechnicalId } from '../../ui/technical.tsx';
import { Time } from '../../ui/time.tsx';
import { useMarketFacts } from '../../fields/market-facts.ts';

/** The key facts of the property first, then all its fields by section. */
export function FieldsSection({ property }: { property: Property }) {
  const { t, language } = useSpeech();
  const { price, area, rooms } = useMarketFacts();
  const query = usePropertyType(property.type);
  const { fields, externalId, id, contactId, createdAt, updatedAt } = property;
  const contactName = useContactName(contactId);
  const isSold = fields.salesStatus === 'sold';
  const facts: Fact[] = [
    [t('property.type'), query.data?.label[language] ?? property.type],
    [t('property.price'), price(property)],
    [t('property.rooms'), rooms(property)],
    [t('property.area'), area(property)],
    [t('property.externalId'), externalId],
    [
      t('property.whenSold'),
      isSold && t(property.onSold === 'keep' ? 'property.soldStays' : 'property.soldTakenDown'),
    ],
    [t('property.contact'), contactName],
    [t('common.created'), <Time key="created" at={createdAt} exact />],
    [t('common.updated'), <Time key="updated" at={updatedAt} exact />],
  ];
  return (
    <Section title={t('property.fields')}>
      <div className="stack">
        <Facts facts={facts} />
        <TechnicalId id={id} />
        <Loaded query={query}>{(type) => type && <Sections type={type} fields={fields} />}</Loaded>
        <details>
          <summary>{t('common.rawFields')}</summary>
          <Raw text={JSON.stringify(fields, null, 2)} label={t('common.rawFields')} />
        </details>
      </div>
    </Section>
  );
}

interface SectionsProps {
  type: PropertyTypeDescription;
  fields: Readonly<Record<string, unknown>>;
}

function Sections({ type: { sections }, fields }: SectionsProps) {
  const { language } = useSpeech();
  return sections.map(({ name, label, fields: described }) => {
    const given = described.filter((field) => fields[field.name] !== undefined);
    if (given.length === 0) return null;
    return (
      <div key={name}>
        <Title order={3} mb={6}>
          {label[language]}
        </Title>
        <FieldFacts described={given} values={fields} />
      </div>
    );
  });
}

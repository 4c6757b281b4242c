import type { Property } from '@estate/client';
import { useTypeName } from '../api/property-types.ts';
import { useMarketFacts } from '../fields/market-facts.ts';
import { useSpeech } from '../text/language.tsx';
import { Facts } from '../ui/facts.tsx';
import type { Fact } from '../ui/facts.tsx';

/** The most important facts: price, rooms, size and type. */
export function KeyFacts(property: Pick<Property, 'type' | 'fields'>) {
  const { t } = useSpeech();
  const { price, area, rooms } = useMarketFacts();
  const typeName = useTypeName();
  const facts: Fact[] = [
    [t('property.price'), price(property)],
    [t('property.rooms'), rooms(property)],
    [t('property.area'), area(property)],
    [t('property.type'), typeName(property.type)],
  ];
  return (
    <div className="key-facts">
      <Facts facts={facts} />
    </div>
  );
}

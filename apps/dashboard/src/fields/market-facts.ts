import type { Property } from '@estate/client';
import { usePropertyTypes } from '../api/property-types.ts';
import { useFieldTexts } from './use-field-texts.ts';
import { useSpeech } from '../text/language.tsx';

/** The units of the fields that hold a property's price and size. */
const PRICE_UNITS = { purchasePrice: 'EUR', baseRent: 'EUR/month', yearlyRent: 'EUR/year' } as const;
const AREA_UNIT = 'm²';

/** The field of the number of rooms, in all types that have it. */
export const ROOMS = 'numberOfRooms';

type Sold = Pick<Property, 'type'> & { fields: object };

/** The price of a property of any type with its period, or "on request", its size and its number of rooms. */
export function useMarketFacts() {
  const { t } = useSpeech();
  const { numberText } = useFieldTexts();
  const types = usePropertyTypes();
  const summaryOf = (type: string) => types.find((one) => one.type === type);
  const numberIn = (fields: object, name: string | undefined): number | undefined => {
    const value: unknown = name === undefined ? undefined : Reflect.get(fields, name);
    return typeof value === 'number' ? value : undefined;
  };
  return {
    price: ({ type, fields }: Sold): string => {
      const summary = summaryOf(type);
      if (!summary) return '';
      const amount = numberIn(fields, summary.price);
      const isOnRequest = Reflect.get(fields, 'purchasePriceOnRequest') === true;
      if (isOnRequest || amount === undefined) return t('property.onRequest');
      return numberText(amount, PRICE_UNITS[summary.price]);
    },
    area: ({ type, fields }: Sold): string | undefined => {
      const size = numberIn(fields, summaryOf(type)?.area);
      return size === undefined ? undefined : numberText(size, AREA_UNIT);
    },
    rooms: ({ fields }: Sold): string | undefined => {
      const rooms = numberIn(fields, ROOMS);
      return rooms === undefined ? undefined : numberText(rooms);
    },
  };
}

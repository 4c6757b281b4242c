import type { Property } from '@estate/client';
import { useSpeech } from '../../text/language.tsx';

/** The price of a property in euros, or "on request". */
export function usePrice(): (fields: Property['fields']) => string {
  const { t, language } = useSpeech();
  const euros = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'EUR',
    maximumFractionDigits: 0,
  });
  return ({ purchasePrice, purchasePriceOnRequest }) =>
    purchasePriceOnRequest === true || purchasePrice === undefined
      ? t('property.onRequest')
      : euros.format(purchasePrice);
}

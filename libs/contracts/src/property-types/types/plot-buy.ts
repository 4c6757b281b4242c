import { definePropertyType } from '../define-property-type.ts';
import { base } from '../groups/base.ts';
import { plot } from '../groups/plot.ts';
import { sale } from '../groups/prices.ts';
import { UNUSUAL_FOR_LAND } from '../groups/unusual.ts';

export const plotBuy = definePropertyType({
  name: 'plotBuy',
  label: { de: 'Wohngrundstück zum Kauf', en: 'Residential plot for sale' },
  description: 'Attributes of a residential plot for sale.',
  deal: 'sale',
  use: 'residential',
  fields: { ...base, ...plot, ...sale },
  unusual: UNUSUAL_FOR_LAND,
  example: { title: 'Sunny plot at the edge of the village', purchasePrice: 185000 },
});

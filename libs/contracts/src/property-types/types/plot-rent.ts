import { definePropertyType } from '../define-property-type.ts';
import { base } from '../groups/base.ts';
import { amount } from '../groups/measures.ts';
import { plot } from '../groups/plot.ts';
import { UNUSUAL_FOR_LAND } from '../groups/unusual.ts';

export const plotRent = definePropertyType({
  name: 'plotRent',
  label: { de: 'Wohngrundstück zur Pacht', en: 'Residential plot for lease' },
  description: 'Attributes of a residential plot for lease. The rent is paid per year.',
  deal: 'rent',
  use: 'residential',
  fields: { ...base, ...plot, yearlyRent: amount },
  unusual: UNUSUAL_FOR_LAND,
  example: { title: 'Garden plot for lease' },
});

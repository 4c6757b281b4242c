import { z } from 'zod';
import { definePropertyType } from '../define-property-type.ts';
import { access } from '../groups/access.ts';
import { base } from '../groups/base.ts';
import { commercialEnergy } from '../groups/energy.ts';
import { plot } from '../groups/plot.ts';
import { sale } from '../groups/prices.ts';
import { UNUSUAL_FOR_COMMERCIAL_LAND, UNUSUAL_FOR_LAND } from '../groups/unusual.ts';

const commercialPlotType = z.enum(['recreation', 'commercial', 'agriculture']).optional();

export const commercialPlotBuy = definePropertyType({
  name: 'commercialPlotBuy',
  label: { de: 'Gewerbegrundstück zum Kauf', en: 'Commercial plot for sale' },
  description: 'Attributes of a commercial plot for sale.',
  deal: 'sale',
  use: 'commercial',
  kind: 'commercialPlotType',
  fields: { ...base, ...commercialEnergy, ...access, ...plot, ...sale, commercialPlotType },
  unusual: [...UNUSUAL_FOR_LAND, ...UNUSUAL_FOR_COMMERCIAL_LAND],
  example: { title: 'Plot in the business park', purchasePrice: 640000, plotArea: 5200, divisibleFrom: 1300 },
});

import { z } from 'zod';
import { definePropertyType } from '../define-property-type.ts';
import { commercialEnergy } from '../groups/energy.ts';
import { investment } from '../groups/investment.ts';

const commercialInvestmentType = z
  .enum(['mall', 'supermarket', 'commercialBuilding', 'officeBuilding', 'industrial'])
  .optional();

export const commercialInvestmentBuy = definePropertyType({
  name: 'commercialInvestmentBuy',
  label: { de: 'Gewerbe-Renditeobjekt zum Kauf', en: 'Commercial investment for sale' },
  description: 'Attributes of a commercial building that is bought for its rents.',
  deal: 'sale',
  use: 'commercial',
  kind: 'commercialInvestmentType',
  fields: { ...investment, ...commercialEnergy, commercialInvestmentType },
  example: {
    title: 'Commercial building with long leases',
    purchasePrice: 1480000,
    totalArea: 620,
    livingArea: 540,
    rentableArea: 590,
  },
});

import { z } from 'zod';
import { definePropertyType } from '../define-property-type.ts';
import { residentialEnergy } from '../groups/energy.ts';
import { investment } from '../groups/investment.ts';

const residentialInvestmentType = z
  .enum(['multiFamily', 'residentialAndCommercial', 'housingEstate', 'singleFamily', 'apartment', 'other'])
  .optional();

export const residentialInvestmentBuy = definePropertyType({
  name: 'residentialInvestmentBuy',
  label: { de: 'Wohn-Renditeobjekt zum Kauf', en: 'Residential investment for sale' },
  description: 'Attributes of a residential building that is bought for its rents.',
  deal: 'sale',
  use: 'residential',
  kind: 'residentialInvestmentType',
  fields: { ...investment, ...residentialEnergy, residentialInvestmentType },
  example: {
    title: 'Let multi-family house',
    purchasePrice: 1480000,
    totalArea: 620,
    livingArea: 540,
    rentableArea: 590,
  },
});

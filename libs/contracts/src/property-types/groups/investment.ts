import { access } from './access.ts';
import { base } from './base.ts';
import { amount, area, flag, year } from './measures.ts';
import { sale } from './prices.ts';

/** The fields of properties that are bought for their rents. */
export const investment = {
  ...base,
  ...sale,
  ...access,
  constructionYear: year,
  totalArea: area,
  livingArea: area.optional(),
  rentableArea: area.optional(),
  plotArea: area.optional(),
  actualYearlyRentalIncome: amount.optional(),
  targetYearlyRentalIncome: amount.optional(),
  additionalCosts: amount.optional(),
  hasLift: flag.optional(),
};

import type { Fields } from './check-body.ts';
import { isRoot, OBJECTS } from './object-schema.ts';
import type { Root } from './object-schema.ts';

/** The defaults of elements that were left out. */
const COMMON: Fields = {
  cellar: 'NOT_APPLICABLE',
  handicappedAccessible: 'NOT_APPLICABLE',
  guestToilet: 'NOT_APPLICABLE',
  energyConsumptionContainsWarmWater: 'NOT_APPLICABLE',
  condition: 'NO_INFORMATION',
};
const SALE: Fields = {
  rented: 'NOT_APPLICABLE',
  listed: 'NOT_APPLICABLE',
  summerResidencePractical: 'NOT_APPLICABLE',
};
const RENT: Fields = {
  heatingCostsInServiceCharge: 'NOT_APPLICABLE',
  useAsFlatshareRoom: 'NOT_APPLICABLE',
  petsAllowed: 'NO_INFORMATION',
  builtInKitchen: 'false',
};
const FLAT: Fields = {
  apartmentType: 'NO_INFORMATION',
  lift: 'false',
  builtInKitchen: 'false',
  balcony: 'false',
  garden: 'false',
};

/** The defaults as observed for the four roots of homes. */
const SEEN: Readonly<Partial<Record<Root, Fields>>> = {
  apartmentBuy: { ...COMMON, ...SALE, ...FLAT },
  apartmentRent: { ...COMMON, ...RENT, ...FLAT, certificateOfEligibilityNeeded: 'false' },
  houseBuy: { ...COMMON, ...SALE, lodgerFlat: 'NOT_APPLICABLE', constructionPhase: 'NO_INFORMATION' },
  houseRent: { ...COMMON, ...RENT },
};

const NOTHING_KNOWN = { firingTypes: { firingType: 'NO_INFORMATION' } };
const NO_SOURCE = { energySourcesEnev2014: { energySourceEnev2014: ['NO_INFORMATION'] } };

/** The defaults that the marketplace returns in addition to the fields that were sent. */
export function defaultsOf(root: string, { constructionYear }: Fields): Fields {
  if (!isRoot(root)) return {};
  const has = (name: string) => OBJECTS[root].some((rule) => rule.name === name);
  return {
    ...(SEEN[root] ?? byAnalogy(root)),
    ...(has('constructionYearUnknown') && constructionYear === undefined
      ? { constructionYearUnknown: 'false' }
      : {}),
    ...(has('energySourcesEnev2014') ? { ...NOTHING_KNOWN, ...NO_SOURCE } : {}),
  };
}

/** The assumed defaults of other roots: flags and the condition as for homes. */
const byAnalogy = (root: Root): Fields =>
  Object.fromEntries(
    OBJECTS[root].flatMap((rule): [string, string][] => {
      if (rule.name === 'condition') return [[rule.name, 'NO_INFORMATION']];
      const isYes = rule.kind === 'choice' && rule.values.join() === 'YES,NOT_APPLICABLE';
      return isYes ? [[rule.name, 'NOT_APPLICABLE']] : [];
    }),
  );

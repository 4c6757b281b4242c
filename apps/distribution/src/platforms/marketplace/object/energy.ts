import type { ApartmentBuyFields } from '@estate/contracts';
import { rounded } from './amounts.ts';
import { ENERGY_SOURCES } from './value-names.ts';

/** What of a property's energy certificate the marketplace takes; combinations it refuses are left out. */
export interface Energy {
  availability?: 'AVAILABLE' | 'NOT_AVAILABLE_YET' | 'NOT_REQUIRED';
  creationDate?: 'BEFORE_01_MAY_2014' | 'FROM_01_MAY_2014';
  efficiencyClass?: string;
  ratingType?: 'ENERGY_REQUIRED' | 'ENERGY_CONSUMPTION';
  value?: number;
  containsWarmWater?: 'YES' | 'NOT_APPLICABLE';
  sources: string[];
  /** Fields of the certificate that are not sent, each with its reason. */
  leftOut: { field: string; reason: string }[];
}

type Certificate = NonNullable<ApartmentBuyFields['residentialEnergyCertificate']>;

const AVAILABILITIES = {
  present: 'AVAILABLE',
  notYetPresent: 'NOT_AVAILABLE_YET',
  notRequired: 'NOT_REQUIRED',
} as const;

export function energyOf({
  energyCertificateStatus: status,
  residentialEnergyCertificate: certificate,
}: ApartmentBuyFields): Energy {
  const availability = status ? AVAILABILITIES[status] : certificate && 'AVAILABLE';
  const energy: Energy = {
    ...(availability && { availability }),
    sources: sourcesOf(certificate),
    leftOut: [],
  };
  if (!certificate) return energy;
  if (availability === 'AVAILABLE') {
    return { ...energy, ...valuesOf(certificate), leftOut: leftOutOf(certificate) };
  }
  const reason = `the marketplace takes no values while energyCertificateStatus is ${status ?? ''}`;
  return { ...energy, leftOut: [{ field: '', reason }] };
}

const sourcesOf = (certificate: Certificate | undefined): string[] => {
  if (!certificate) return [];
  const named = certificate.energySources?.length ? certificate.energySources : [certificate.energySource];
  return [...new Set(named.map((source) => ENERGY_SOURCES[source]))];
};

type Values = Omit<Energy, 'sources' | 'availability' | 'leftOut'>;

const takesClass = (certificate: Certificate): boolean => creationDateOf(certificate) === 'FROM_01_MAY_2014';
const takesWarmWater = (certificate: Certificate): boolean =>
  certificate.prior2014 === true && certificate.type === 'consumption' && valueOf(certificate) > 0;
const valueOf = ({ type, energyConsumption, energyNeed }: Certificate): number =>
  rounded(type === 'consumption' ? energyConsumption : energyNeed) ?? 0;

function valuesOf(certificate: Certificate): Values {
  const { type, energyClass, warmWaterIncluded } = certificate;
  const value = valueOf(certificate);
  const creationDate = creationDateOf(certificate);
  return {
    ...(creationDate && { creationDate }),
    ...(energyClass !== undefined && takesClass(certificate) && { efficiencyClass: energyClass }),
    ratingType: type === 'consumption' ? 'ENERGY_CONSUMPTION' : 'ENERGY_REQUIRED',
    ...(value > 0 && { value }),
    ...(warmWaterIncluded !== undefined &&
      takesWarmWater(certificate) && { containsWarmWater: warmWaterIncluded ? 'YES' : 'NOT_APPLICABLE' }),
  };
}

function leftOutOf(certificate: Certificate): Energy['leftOut'] {
  const { type, energyClass, warmWaterIncluded } = certificate;
  const leftOut: Energy['leftOut'] = [];
  if (energyClass !== undefined && !takesClass(certificate)) {
    leftOut.push({ field: '.energyClass', reason: 'certificates from before May 2014 have no class there' });
  }
  if (warmWaterIncluded === true && !takesWarmWater(certificate)) {
    const reason = 'the marketplace takes it for consumption certificates from before May 2014 only';
    leftOut.push({ field: '.warmWaterIncluded', reason });
  }
  if (valueOf(certificate) === 0) {
    const field = type === 'consumption' ? '.energyConsumption' : '.energyNeed';
    leftOut.push({ field, reason: 'rounded to two decimals it is 0' });
  }
  return leftOut;
}

/** Classes exist since May 2014, so a class alone tells the date. */
function creationDateOf({ prior2014, energyClass }: Certificate): Energy['creationDate'] {
  if (prior2014 === true) return 'BEFORE_01_MAY_2014';
  return prior2014 === false || energyClass !== undefined ? 'FROM_01_MAY_2014' : undefined;
}

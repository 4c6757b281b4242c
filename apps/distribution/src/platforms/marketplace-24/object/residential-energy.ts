import type { AnyFields, Objection, PublicationReason } from '@estate/contracts';
import { rounded } from './amounts.ts';
import type { CertificateEnergy, CreationDate } from './certificate-energy.ts';
import { energySourcesOf } from './energy-sources.ts';

type Certificate = NonNullable<AnyFields['residentialEnergyCertificate']>;

const NAME = 'fields.residentialEnergyCertificate';
const VALUES = { consumption: 'energyConsumption', need: 'energyNeed' } as const;

/** The part of a home's certificate that the marketplace accepts. */
export function residentialEnergy(certificate: Certificate): { sources: string[]; taken: CertificateEnergy } {
  const { type, energyClass, warmWaterIncluded } = certificate;
  const value = valueOf(certificate);
  const creationDate = creationDateOf(certificate);
  const field = `${NAME}.${VALUES[type]}`;
  const taken: CertificateEnergy = {
    ...(creationDate && { creationDate }),
    ...(energyClass !== undefined && takesClass(certificate) && { efficiencyClass: energyClass }),
    ratingType: type === 'consumption' ? 'ENERGY_CONSUMPTION' : 'ENERGY_REQUIRED',
    values: value > 0 ? [{ element: 'thermalCharacteristic', value, field }] : [],
    ...(warmWaterIncluded !== undefined &&
      takesWarmWater(certificate) && { containsWarmWater: warmWaterIncluded ? 'YES' : 'NOT_APPLICABLE' }),
    leftOut: leftOutOf(certificate),
  };
  return { sources: energySourcesOf(certificate, NAME).sources, taken };
}

const takesClass = (certificate: Certificate): boolean => creationDateOf(certificate) === 'FROM_01_MAY_2014';
const takesWarmWater = (certificate: Certificate): boolean =>
  certificate.prior2014 === true && certificate.type === 'consumption' && valueOf(certificate) > 0;
const valueOf = (certificate: Certificate): number => rounded(certificate[VALUES[certificate.type]]) ?? 0;

function leftOutOf(certificate: Certificate): Objection[] {
  const { type, energyClass, warmWaterIncluded } = certificate;
  const leftOut: Objection[] = [];
  const leave = (field: string, reason: PublicationReason) =>
    leftOut.push({ field: `${NAME}.${field}`, reason });
  if (energyClass !== undefined && !takesClass(certificate)) {
    leave('energyClass', 'class_before_2014');
  }
  if (warmWaterIncluded === true && !takesWarmWater(certificate)) {
    leave('warmWaterIncluded', 'warm_water_not_taken');
  }
  if (valueOf(certificate) === 0) leave(VALUES[type], 'rounded_to_zero');
  const other = VALUES[type === 'consumption' ? 'need' : 'consumption'];
  if (certificate[other] !== undefined) leave(other, `certificate_of_${type}`);
  return [...leftOut, ...energySourcesOf(certificate, NAME).leftOut];
}

/** The date of a certificate. Classes exist since May 2014, so a class alone implies the date. */
function creationDateOf({ prior2014, energyClass }: Certificate): CreationDate | undefined {
  if (prior2014 === true) return 'BEFORE_01_MAY_2014';
  return prior2014 === false || energyClass !== undefined ? 'FROM_01_MAY_2014' : undefined;
}

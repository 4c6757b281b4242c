import type { AnyFields } from '@estate/contracts';
import { rounded } from './amounts.ts';
import type { CertificateEnergy, CreationDate, EnergyElement } from './certificate-energy.ts';
import { energySourcesOf } from './energy-sources.ts';

type Certificate = NonNullable<AnyFields['commercialEnergyCertificate']>;

const NAME = 'fields.commercialEnergyCertificate';
const FIELDS = ['energyNeed', 'powerNeed', 'heatNeed', 'powerConsumption', 'heatConsumption'] as const;
type ValueField = (typeof FIELDS)[number];

/** The element of each value by type and date of the certificate; a value without an element would be refused. */
const PLACES: Readonly<
  Record<Certificate['type'], Record<CreationDate, Partial<Record<ValueField, EnergyElement>>>>
> = {
  need: {
    BEFORE_01_MAY_2014: { energyNeed: 'thermalCharacteristic' },
    FROM_01_MAY_2014: {
      powerNeed: 'thermalCharacteristicElectricity',
      heatNeed: 'thermalCharacteristicHeating',
    },
  },
  consumption: {
    BEFORE_01_MAY_2014: { powerConsumption: 'electricityConsumption', heatConsumption: 'heatingConsumption' },
    FROM_01_MAY_2014: {
      powerConsumption: 'energyConsumptionElectricity',
      heatConsumption: 'energyConsumptionHeating',
    },
  },
};

/** The part of a commercial building's certificate that the marketplace accepts. */
export function commercialEnergy(certificate: Certificate): { sources: string[]; taken: CertificateEnergy } {
  const creationDate = creationDateOf(certificate);
  const values: CertificateEnergy['values'][number][] = [];
  const { sources, leftOut } = energySourcesOf(certificate, NAME);
  for (const name of FIELDS) {
    const value = rounded(certificate[name]);
    if (value === undefined) continue;
    const field = `${NAME}.${name}`;
    const element = PLACES[certificate.type][creationDate][name];
    if (element !== undefined && value > 0) values.push({ element, value, field });
    else leftOut.push({ field, reason: element ? 'rounded_to_zero' : 'no_place_in_certificate_of_date' });
  }
  const isAssumed = certificate.prior2014 === undefined && values.length > 0;
  // The marketplace accepts these values only with a date, which is unknown.
  if (isAssumed)
    leftOut.push({
      field: `${NAME}.prior2014`,
      reason: 'certificate_date_assumed',
      parameters: { value: creationDate },
    });
  const ratingType = certificate.type === 'consumption' ? 'ENERGY_CONSUMPTION' : 'ENERGY_REQUIRED';
  return {
    sources,
    taken: { creationDate, ratingType, values, leftOut },
  };
}

/** The date of a certificate: before May 2014, a certificate of need had a single value. */
function creationDateOf({ type, prior2014, energyNeed, powerNeed, heatNeed }: Certificate): CreationDate {
  if (prior2014 !== undefined) return prior2014 ? 'BEFORE_01_MAY_2014' : 'FROM_01_MAY_2014';
  const isSingle = energyNeed !== undefined && powerNeed === undefined && heatNeed === undefined;
  return type === 'need' && isSingle ? 'BEFORE_01_MAY_2014' : 'FROM_01_MAY_2014';
}

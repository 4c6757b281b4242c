import type { AnyFields, FieldName, PropertyType } from '@estate/contracts';
import type { Attributes } from '../write/xml.ts';
import { firedBy } from './carriers.ts';
import { CATEGORIES } from './categories.ts';
import { certificatesIn } from './certificate-fields.ts';
import { readCertificate, readFiring } from './read-energy.ts';
import { computed, nested, only, whole } from './mapping-row.ts';
import type { Computed, MappingRow, Source } from './mapping-row.ts';
import { ENERGY_SOURCES, HEAT_PUMP, VINTAGES } from './words.ts';

type Residential = NonNullable<AnyFields['residentialEnergyCertificate']>;
type Commercial = NonNullable<AnyFields['commercialEnergyCertificate']>;
type Certificate = Residential & Partial<Commercial>;

const CERTIFICATES = ['residentialEnergyCertificate', 'commercialEnergyCertificate'] as const;
const EVERYTHING = [...CERTIFICATES, 'energyCertificateStatus'] as const;

interface Certificates {
  residentialEnergyCertificate?: Residential | undefined;
  commercialEnergyCertificate?: Commercial | undefined;
}

const certificateOf = (given: Certificates): Certificate | undefined =>
  given.residentialEnergyCertificate ?? given.commercialEnergyCertificate;

/** True for types with energy certificates in this format. */
export const hasEnergyPass = (type: PropertyType): boolean => CATEGORIES[type].building !== undefined;

/** The values that occur only in certificates of one kind. */
const VALUES_OF: Record<Certificate['type'], readonly (keyof Certificate)[]> = {
  need: ['energyNeed', 'powerNeed', 'heatNeed'],
  consumption: ['energyConsumption', 'powerConsumption', 'heatConsumption'],
};

/** The paths of a certificate's values that belong to the other kind. */
function foreignValues({ fields }: Source): readonly string[] {
  return CERTIFICATES.flatMap((name) => {
    const certificate: Certificate | undefined = fields[name];
    if (certificate === undefined) return [];
    const foreign = VALUES_OF[certificate.type === 'need' ? 'consumption' : 'need'];
    return foreign.filter((part) => certificate[part] !== undefined).map((part) => `${name}.${part}`);
  });
}

type EnergyFields = Certificates & Pick<Partial<AnyFields>, 'energyCertificateStatus'>;

function vintage(given: EnergyFields): string | undefined {
  const isOld = certificateOf(given)?.prior2014;
  if (isOld !== undefined) return isOld ? VINTAGES.prior2014 : VINTAGES.since2014;
  return given.energyCertificateStatus && VINTAGES[given.energyCertificateStatus];
}

/** The status takes the place of the certificate's date, and has no word for an existing certificate. */
function unsaidStatus({ fields }: Source): readonly string[] {
  const { energyCertificateStatus: status } = fields;
  if (status === undefined) return [];
  const certificate = certificateOf(fields);
  const isSaid = status === 'present' ? certificate !== undefined : certificate?.prior2014 === undefined;
  return isSaid ? [] : ['energyCertificateStatus'];
}

/** A row for a value that is only written; the certificate is read as a whole. */
const value = <F extends FieldName>(name: string, fields: readonly F[], write: Computed<F>['write']) =>
  computed(name, { fields, write, read: () => undefined });

const pass = nested('energiepass', [
  value('epart', CERTIFICATES, (given) => {
    const certificate = certificateOf(given);
    return certificate && (certificate.type === 'need' ? 'BEDARF' : 'VERBRAUCH');
  }),
  value('energieverbrauchkennwert', ['residentialEnergyCertificate'], (given) => {
    const { residentialEnergyCertificate: certificate } = given;
    return certificate?.type === 'consumption' ? certificate.energyConsumption : undefined;
  }),
  value('mitwarmwasser', ['residentialEnergyCertificate'], (given) => {
    return given.residentialEnergyCertificate?.warmWaterIncluded;
  }),
  value('endenergiebedarf', CERTIFICATES, (given) => {
    const certificate = certificateOf(given);
    return certificate?.type === 'need' ? certificate.energyNeed : undefined;
  }),
  value('primaerenergietraeger', CERTIFICATES, (given) => {
    const source = certificateOf(given)?.energySource;
    return source && ENERGY_SOURCES[source];
  }),
  value('stromwert', ['commercialEnergyCertificate'], ({ commercialEnergyCertificate: certificate }) =>
    certificate?.type === 'need' ? certificate.powerNeed : certificate?.powerConsumption,
  ),
  value('waermewert', ['commercialEnergyCertificate'], ({ commercialEnergyCertificate: certificate }) =>
    certificate?.type === 'need' ? certificate.heatNeed : certificate?.heatConsumption,
  ),
  value('wertklasse', ['residentialEnergyCertificate'], (given) => {
    return given.residentialEnergyCertificate?.energyClass;
  }),
  value('jahrgang', EVERYTHING, vintage),
  value('gebaeudeart', EVERYTHING, (given, { type }) =>
    certificateOf(given) === undefined && vintage(given) === undefined
      ? undefined
      : CATEGORIES[type].building,
  ),
]);

/** The row of the energy certificate, or of the reason why there is none. */
export const ENERGY_PASS: MappingRow = only(hasEnergyPass, {
  ...pass,
  leftOut: (source) => [...foreignValues(source), ...unsaidStatus(source)],
  read(place, draft) {
    readCertificate(certificatesIn(place), draft);
  },
});

function firing(heatingType: AnyFields['heatingType'], certificate: Certificate | undefined) {
  const words = certificate === undefined ? [] : firedBy(certificate);
  if (heatingType === 'heatPump') words.unshift(HEAT_PUMP);
  const attributes: Attributes = Object.fromEntries(words.map((word) => [word, true]));
  return words.length === 0 ? undefined : { attributes };
}

/** The rows of the heating; an object with a certificate has the energy sources of that. */
export const FIRING: readonly MappingRow[] = [
  only(
    hasEnergyPass,
    whole('befeuerung', {
      paths: { heatingType: '', residentialEnergyCertificate: '', commercialEnergyCertificate: '' },
      write: (given) => firing(given.heatingType, certificateOf(given)),
      read: readFiring,
    }),
  ),
  only(
    (type) => !hasEnergyPass(type),
    whole('befeuerung', {
      paths: { heatingType: '' },
      write: ({ heatingType }) => firing(heatingType, undefined),
      read: readFiring,
    }),
  ),
];

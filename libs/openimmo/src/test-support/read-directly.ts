import type { AnyFields, FieldName } from '@estate/contracts';
import type { XmlElement } from '../write/xml.ts';
import { childrenOf } from './degrade.ts';
import { LANDINGS } from './landings.ts';

const PASS = 'zustand_angaben/energiepass';

/** Elements that depend on others: prices on each other, parking spaces on their prices, and the kind of an object on its type. */
const INDIRECT = /^(?:preise|objektkategorie)\/|\/anzahl_stellplaetze$/;
const DIRECT = Object.entries(LANDINGS).flatMap(([field, [path, ...others]]) =>
  path === undefined || others.length > 0 || INDIRECT.test(path)
    ? []
    : [[field, [path.replace(/\/@.*/, '')]] as const],
);

/** Fields with a single element; of several, the first existing one counts. */
const PLACES: Readonly<Partial<Record<FieldName, readonly string[]>>> = {
  ...Object.fromEntries(DIRECT),
  condoFee: LANDINGS.condoFee,
  targetYearlyRentalIncome: LANDINGS.targetYearlyRentalIncome,
  usableArea: ['nutzflaeche', 'lagerflaeche', 'verkaufsflaeche', 'bueroflaeche', 'gastroflaeche'].map(
    (name) => `flaechen/${name}`,
  ),
  heatingType: ['ausstattung/heizungsart'],
  energyCertificateStatus: [PASS],
  residentialEnergyCertificate: [PASS],
  commercialEnergyCertificate: [PASS],
  availableFrom: ['verwaltung_objekt/abdatum', 'verwaltung_objekt/verfuegbar_ab'],
};
const ENTRIES = Object.entries(PLACES);

const RELEASE = 'verwaltung_objekt/objektadresse_freigeben';
const LAND = 'geo/land';

/** All elements that may be missing. */
export const OPTIONAL_ELEMENTS: readonly string[] = [
  ...new Set(ENTRIES.flatMap(([, paths]) => paths)),
  ...[RELEASE, LAND, 'geo/bundesland', 'ausstattung/befeuerung', 'freitexte', 'zustand_angaben'],
];

/** The fields of an element, or of one inside it. */
export const fieldsAt = (path: string): FieldName[] =>
  ENTRIES.filter(([, paths]) => paths.some((one) => one === path || one.startsWith(`${path}/`))).map(
    ([field]) => field as FieldName,
  );

/** The element at a path below another one. */
export const elementAt = (parent: XmlElement, path: string): XmlElement | undefined =>
  path
    .split('/')
    .reduce<XmlElement | undefined>(
      (one, name) => one && childrenOf(one).find((child) => child.name === name),
      parent,
    );

/** The fields of an object whose property had these before elements were removed. */
export function readDirectly(object: XmlElement, before: AnyFields): AnyFields {
  const isSaid = (path: string) => elementAt(object, path) !== undefined;
  const { publish, region, country, ...address } = before.address;
  const fields = Object.entries({ ...before, heatingType: heatingIn(object, before) }).filter(([field]) => {
    const paths = PLACES[field as FieldName];
    return field === 'heatingType' || paths === undefined || paths.some(isSaid);
  });
  return {
    ...withCarriers(object, Object.fromEntries(fields) as unknown as AnyFields, before),
    ...numbersIn(object, before),
    address: {
      ...address,
      // Without a value, an address is released, and the country is that of the source.
      publish: isSaid(RELEASE) ? publish : true,
      country: isSaid(LAND) ? country : 'DEU',
      ...(isSaid('geo/bundesland') && region !== undefined && { region }),
    },
  };
}

/** Each number from the first of its elements. */
function numbersIn(object: XmlElement, before: AnyFields): Partial<AnyFields> {
  const all: Readonly<Record<string, unknown>> = { ...before };
  return Object.fromEntries(
    ENTRIES.filter(([field]) => typeof all[field] === 'number').flatMap(([field, paths]) => {
      const [said] = paths.flatMap((path) => elementAt(object, path) ?? []);
      return said === undefined ? [] : [[field, Number(said.content)]];
    }),
  );
}

/** The heating: each kind has an element of its own, except the heat pump, which is among the ways of firing. */
function heatingIn(object: XmlElement, { heatingType }: AnyFields): AnyFields['heatingType'] {
  if (elementAt(object, 'ausstattung/heizungsart') !== undefined) return heatingType;
  const isPump = elementAt(object, 'ausstattung/befeuerung')?.attributes['LUFTWP'] === true;
  return isPump ? 'heatPump' : undefined;
}

const CERTIFICATES = ['residentialEnergyCertificate', 'commercialEnergyCertificate'] as const;

/** The energy sources are the one of the certificate and the ways of firing; a heat pump that heats is left out beside a named source. */
function withCarriers(object: XmlElement, fields: AnyFields, before: AnyFields): AnyFields {
  const isFired = elementAt(object, 'ausstattung/befeuerung') !== undefined;
  const isNamed = elementAt(object, 'zustand_angaben/energiepass/primaerenergietraeger') !== undefined;
  const isExplained = isNamed && fields.heatingType === 'heatPump' && before.heatingType !== 'heatPump';
  const changed = CERTIFICATES.flatMap((name) => {
    const certificate = fields[name];
    if (certificate === undefined) return [];
    const { energySource: main, energySources: all, ...others } = certificate;
    const isLeft = (source: string) =>
      isFired ? source === main || source !== 'ambientHeat' || !isExplained : isNamed && source === main;
    const left = [...(all ?? [main])].filter((source) => source !== undefined && isLeft(source));
    const [energySource, ...further] = left;
    const carriers = further.length > 0 ? { energySource: main, energySources: left } : { energySource };
    return [[name, { ...others, ...carriers }] as const];
  });
  return { ...fields, ...(Object.fromEntries(changed) as Partial<AnyFields>) };
}

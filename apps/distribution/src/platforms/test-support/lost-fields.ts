import type { AnyFields, PropertyType } from '@estate/contracts';
import { isCommissionDue, isUnsaid } from '@estate/contracts';
import { WITHOUT_NAME } from '../marketplace-24/test-support/energy-reader.ts';
import { NOT_CARRIED } from '../marketplace-24/test-support/not-carried.ts';
import { asLine, asNote, isNote } from '../marketplace-24/test-support/shown-text.ts';
import { hasPass, sayableText, UNSAYABLE } from '../openimmo-ftp/test-support/sayable-fields.ts';

type Home = NonNullable<AnyFields['residentialEnergyCertificate']>;
type Commerce = NonNullable<AnyFields['commercialEnergyCertificate']>;

const HOME = 'residentialEnergyCertificate';
const COMMERCE = 'commercialEnergyCertificate';
const NEEDS = ['energyNeed', 'powerNeed', 'heatNeed'];
const CONSUMPTIONS = ['energyConsumption', 'powerConsumption', 'heatConsumption'];

const given = (values: object): [string, unknown][] =>
  Object.entries(values).filter(([, value]) => value !== undefined);

/** Fields with a text of which nothing is left to show; blank ones count as missing. */
function lostTexts(
  { address, ...fields }: AnyFields,
  shown: (name: string, text: string) => string,
): string[] {
  const texts = [
    ...given(fields),
    ...given(address).map(([name, value]) => [`address.${name}`, value] as const),
  ];
  return texts
    .filter(([, value]) => typeof value === 'string' && value.trim() !== '')
    .filter(([name, value]) => shown(name, String(value)) === '')
    .map(([name]) => name);
}

/** The fields that a portal cannot be sent, as paths below `fields`. */
export function lostOnPortals(type: PropertyType, fields: AnyFields): string[] {
  const isCertified = hasPass(type);
  const names = given(fields)
    .filter(([name, value]) => {
      if (/^(driving|walking)Time/.test(name)) return true;
      if (name === 'energyCertificateStatus') return !isCertified || isStatusUnsaid(fields);
      return (name === COMMERCE && !isCertified) || UNSAYABLE[name]?.includes(String(value)) === true;
    })
    .map(([name]) => name);
  const parts = isCertified
    ? [...foreignParts(HOME, fields[HOME]), ...foreignParts(COMMERCE, fields[COMMERCE])]
    : [];
  const texts = lostTexts(fields, (_, text) => sayableText(text) ?? '');
  return [...names, ...parts, ...texts].sort();
}

/** True if the status is lost: its element holds the date of a certificate with a date, and there is no word for an existing one. */
function isStatusUnsaid(fields: AnyFields): boolean {
  const certificate = fields[HOME] ?? fields[COMMERCE];
  if (fields.energyCertificateStatus === 'present') return certificate === undefined;
  return certificate?.prior2014 !== undefined;
}

const foreignParts = (name: string, certificate: Home | Commerce | undefined): string[] =>
  given(certificate ?? {})
    .filter(([part]) => (certificate?.type === 'need' ? CONSUMPTIONS : NEEDS).includes(part))
    .map(([part]) => `${name}.${part}`);

const LARGEST_GARAGE_M2 = 99.99;

/** A text that says neither yes nor no. */
const lostCommission = (isDue: boolean | undefined, text: string): string[] =>
  isDue === undefined && /[\p{L}\p{N}]/u.test(text) ? ['commission'] : [];

/** The fields that the marketplace cannot be sent. */
export function lostOnMarketplace(type: PropertyType, fields: AnyFields): string[] {
  const lost: readonly string[] = NOT_CARRIED[type];
  const { address, commission = '', commissionDescription = '', hasCommission } = fields;
  const isDue = isCommissionDue({ hasCommission, commission: asLine(commission) });
  const hasNoNote = isDue !== true && !isUnsaid(asLine(commissionDescription));
  const { additionalCostsIncludeHeatingCosts: included, heatingCosts, salesStatus } = fields;
  const isAtHome = address.country === 'DEU' && (address.region ?? '').trim() !== '';
  return [
    ...new Set([
      ...given(fields)
        .map(([name]) => name)
        .filter((name) => lost.includes(name) && !(name === 'salesStatus' && salesStatus === 'open')),
      ...(included === undefined && heatingCosts !== undefined ? ['heatingCosts'] : []),
      ...(isUsableAreaLost(type, fields) ? ['usableArea'] : []),
      ...(hasNoNote ? ['commissionDescription'] : []),
      ...lostCommission(isDue, asLine(commission)),
      ...(isAtHome ? ['address.region'] : []),
      ...lostTexts(fields, (name, text) => (isNote(name) ? asNote(text) : asLine(text))),
    ]),
    ...lostEnergy(lost, fields),
  ].sort();
}

/** True if the usable area is lost: an investment has one element for its areas, and a garage is not larger than others. */
function isUsableAreaLost(type: PropertyType, { rentableArea, usableArea = 0 }: AnyFields): boolean {
  if (type.startsWith('parkingSpace')) return usableArea > LARGEST_GARAGE_M2;
  return type.includes('Investment') && rentableArea !== undefined && usableArea > 0;
}

function lostEnergy(lost: readonly string[], fields: AnyFields): string[] {
  const name = fields[HOME] ? HOME : COMMERCE;
  const certificate = fields[name];
  if (certificate === undefined || lost.includes(name)) return [];
  if ((fields.energyCertificateStatus ?? 'present') !== 'present') return [name];
  const parts = fields[HOME] ? lostOfHome(fields[HOME]) : lostOfCommerce(certificate);
  return parts.map((part) => `${name}.${part}`);
}

function lostOfHome(home: Home): string[] {
  const { energyClass, energySource, energySources = [], prior2014, type, warmWaterIncluded } = home;
  const takesWater = prior2014 === true && type === 'consumption';
  const other = type === 'need' ? 'energyConsumption' : 'energyNeed';
  return [
    ...(energyClass !== undefined && prior2014 === true ? ['energyClass'] : []),
    ...(warmWaterIncluded === true && !takesWater ? ['warmWaterIncluded'] : []),
    ...(home[other] === undefined ? [] : [other]),
    ...lostSources({ energySource, energySources }),
  ];
}

/** The sources without a name, each of which is left out. */
function lostSources({ energySource, energySources = [] }: Pick<Home, 'energySource' | 'energySources'>) {
  const isListed = energySources.length > 0;
  const named = new Set(isListed ? energySources : [energySource]);
  const unnamed = [...named].filter((source) => WITHOUT_NAME.includes(source ?? ''));
  const isReplaced = isListed && energySource !== undefined && !energySources.includes(energySource);
  return [
    ...unnamed.map(() => (isListed ? 'energySources' : 'energySource')),
    ...(isReplaced ? ['energySource'] : []),
  ];
}

/** The lost values of a certificate; each date and type has its own values. */
function lostOfCommerce(certificate: Commerce): string[] {
  const { energyNeed, heatNeed, powerNeed, type } = certificate;
  const isSingle = energyNeed !== undefined && powerNeed === undefined && heatNeed === undefined;
  const isOld = certificate.prior2014 ?? (type === 'need' && isSingle);
  const need = isOld ? ['energyNeed'] : ['powerNeed', 'heatNeed'];
  const shown = type === 'need' ? need : ['powerConsumption', 'heatConsumption'];
  const values = given(certificate)
    .map(([part]) => part)
    .filter((part) => [...NEEDS, ...CONSUMPTIONS].includes(part) && !shown.includes(part));
  return [...values, ...lostSources(certificate)];
}

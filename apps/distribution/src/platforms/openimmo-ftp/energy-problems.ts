import type { AnyFields, PropertySnapshot, PublicationProblem } from '@estate/contracts';
import { CATEGORIES } from '@estate/openimmo';
import { warning } from '../problems.ts';

const RESIDENTIAL = 'fields.residentialEnergyCertificate';
const COMMERCIAL = 'fields.commercialEnergyCertificate';

/** Commercial advertisements must name these values if there is a certificate (GEG, section 87). */
export function energyProblems({ type, fields }: PropertySnapshot): PublicationProblem[] {
  const { building } = CATEGORIES[type];
  if (building === undefined) return [];
  const isResidential = building === 'wohn';
  const field = isResidential ? RESIDENTIAL : COMMERCIAL;
  const missing = isResidential ? missingOfHome(fields) : missingOfCommerce(fields);
  if (missing === undefined) return isExempt(fields) ? [] : [warning('certificate_missing', field)];
  return missing.map((path) => warning('certificate_incomplete', path));
}

const isExempt = ({ energyCertificateStatus: status, isListed }: AnyFields): boolean =>
  status === 'notRequired' || status === 'notYetPresent' || isListed === true;

/** The missing values of a home's certificate; undefined without a certificate. */
function missingOfHome(fields: AnyFields): string[] | undefined {
  const certificate = fields.residentialEnergyCertificate;
  return (
    certificate && [
      ...(certificate.energyClass === undefined ? [`${RESIDENTIAL}.energyClass`] : []),
      ...(fields.constructionYear === undefined ? ['fields.constructionYear'] : []),
    ]
  );
}

/** The missing values of another building's certificate: since May 2014 it has two values, of power and of heat. */
function missingOfCommerce({ commercialEnergyCertificate: certificate }: AnyFields): string[] | undefined {
  if (certificate === undefined) return undefined;
  const isOlder = certificate.prior2014 ?? certificate.energyNeed !== undefined;
  if (isOlder) return [];
  const values =
    certificate.type === 'need'
      ? (['powerNeed', 'heatNeed'] as const)
      : (['powerConsumption', 'heatConsumption'] as const);
  return values.filter((name) => certificate[name] === undefined).map((name) => `${COMMERCIAL}.${name}`);
}

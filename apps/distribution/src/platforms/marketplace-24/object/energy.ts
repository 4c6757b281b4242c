import type { AnyFields, Objection } from '@estate/contracts';
import type { CertificateEnergy } from './certificate-energy.ts';
import { commercialEnergy } from './commercial-energy.ts';
import { residentialEnergy } from './residential-energy.ts';

/** The part of a property's energy certificate that the marketplace accepts; combinations that it refuses are left out. */
export interface Energy extends Partial<CertificateEnergy> {
  availability?: 'AVAILABLE' | 'NOT_AVAILABLE_YET' | 'NOT_REQUIRED';
  sources: readonly string[];
  leftOut: readonly Objection[];
}

const AVAILABILITIES = {
  present: 'AVAILABLE',
  notYetPresent: 'NOT_AVAILABLE_YET',
  notRequired: 'NOT_REQUIRED',
} as const;

export function energyOf(fields: AnyFields): Energy {
  const { energyCertificateStatus: status } = fields;
  const certificate = certificateOf(fields);
  const availability = status ? AVAILABILITIES[status] : certificate && 'AVAILABLE';
  const energy: Energy = {
    ...(availability && { availability }),
    sources: certificate?.sources ?? [],
    leftOut: [],
  };
  if (!certificate) return energy;
  if (availability === 'AVAILABLE') return { ...energy, ...certificate.taken };
  const parameters = { status: status ?? '' };
  return {
    ...energy,
    leftOut: [{ field: certificate.field, reason: 'certificate_not_present', parameters }],
  };
}

/** The certificate of a property, whose type has one kind at most. */
function certificateOf({
  residentialEnergyCertificate: residential,
  commercialEnergyCertificate: commercial,
}: AnyFields): { field: string; sources: string[]; taken: CertificateEnergy } | undefined {
  if (residential) return { field: 'fields.residentialEnergyCertificate', ...residentialEnergy(residential) };
  return commercial && { field: 'fields.commercialEnergyCertificate', ...commercialEnergy(commercial) };
}

import { publicationProblem } from '@estate/contracts';
import type { GivenParameters, PublicationProblem, PublicationReason } from '@estate/contracts';
import type { PublicationFailure } from './platform.ts';

const problem =
  (severity: PublicationProblem['severity']) =>
  (reason: PublicationReason, field: string, parameters?: GivenParameters): PublicationProblem =>
    publicationProblem(severity, { reason, field, parameters });
export const warning = problem('warning');
export const error = problem('error');

/** The first error as the failure of a publication. */
export function failureOf(problems: readonly PublicationProblem[]): PublicationFailure | undefined {
  const found = problems.find(({ severity }) => severity === 'error');
  if (!found) return undefined;
  const final = { repeat: false, scope: 'listing' as const };
  if (found.code === 'contact_required') return { code: found.code, message: found.message, ...final };
  return { code: 'validation_rejected', message: `${found.field}: ${found.message}`, ...final };
}

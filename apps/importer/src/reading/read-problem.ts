import type { ImportProblem, ImportProblemCode } from '@estate/contracts';
import type { ObjectProblem } from '@estate/openimmo/read';
import { problemOf } from '../domain/problems.ts';

/** A problem that the reader of the document found. */
export function readProblem({ severity, path, value, reason, parameters }: ObjectProblem): ImportProblem {
  return problemOf(codeOf(severity, path), {
    severity,
    field: path,
    ...(value !== undefined && { value }),
    reason,
    ...(parameters && { parameters }),
  });
}

function codeOf(severity: ObjectProblem['severity'], path: string): ImportProblemCode {
  if (severity === 'error') return path === 'verwaltung_techn' ? 'number_missing' : 'object_invalid';
  if (path.startsWith('anhaenge')) return 'attachment_refused';
  return path.startsWith('kontaktperson') ? 'contact_invalid' : 'value_left_out';
}

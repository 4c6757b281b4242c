import { ApiError } from '@estate/client';
import type { FieldError } from '@estate/client';
import { fieldsIn } from '../../../fields/field-draft.ts';
import { described, labelOfPath } from '../../../fields/path-label.ts';
import type { Around } from '../../../fields/path-label.ts';
import { problemText } from '../../../fields/problem-text.ts';
import { pathsInOrder } from './form-sections.ts';

/** A form field that the API refused. */
export interface FormProblem {
  path: string;
  /** The label of the field in the form. */
  label: string;
  text: string;
}

/** The fields of errors that name none, by error code. */
const FIELD_OF_CODE: Readonly<Record<string, FieldError>> = {
  'external-id-taken': { path: 'externalId', message: '', code: 'external-id-taken' },
  'contact-unknown': { path: 'contactId', message: '', code: 'contact-unknown' },
};

/** The refused fields, in the order of the form. */
export function formProblems(error: unknown, around: Around): FormProblem[] {
  if (!(error instanceof ApiError)) return [];
  const ofCode = FIELD_OF_CODE[error.code];
  const details = ofCode && error.details.length === 0 ? [ofCode] : error.details;
  const order = pathsInOrder(around.type);
  const placeOf = ({ path }: FieldError) => {
    const place = order.indexOf(path);
    return place === -1 ? order.length : place;
  };
  return details
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((detail) => ({
      path: detail.path,
      label: labelOfPath(detail.path, around),
      text: textOf(detail, around),
    }));
}

function textOf(problem: FieldError, { type, texts, t }: Around): string {
  if (problem.code === 'external-id-taken') return t('problem.externalIdTaken');
  if (problem.code === 'contact-unknown') return t('problem.contactUnknown');
  const [group, field] = described(problem.path, type);
  const siblings = group?.parts ?? fieldsIn(type);
  return problemText(problem, { t, texts, field, siblings });
}

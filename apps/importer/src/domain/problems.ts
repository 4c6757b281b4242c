import { importSentence, parametersOf } from '@estate/contracts';
import type { GivenParameters, ImportProblem, ImportProblemCode, ImportReason } from '@estate/contracts';
import { WHAT_TO_DO } from './what-to-do.ts';

interface Given extends Partial<Pick<ImportProblem, 'field' | 'value' | 'severity'>> {
  reason: ImportReason;
  parameters?: GivenParameters;
}

/** A problem with the sentence of its reason; an error unless it says otherwise. */
export const problemOf = (
  code: ImportProblemCode,
  { severity = 'error', reason, parameters, field, value }: Given,
): ImportProblem => ({
  severity,
  code,
  ...(field !== undefined && field !== '' && { field }),
  ...(value !== undefined && { value }),
  reason,
  message: importSentence(reason, parameters),
  ...(parameters && { parameters: parametersOf(parameters) }),
  whatToDo: WHAT_TO_DO[reason],
});

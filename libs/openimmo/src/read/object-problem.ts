import { importSentence, parametersOf } from '@estate/contracts';
import type { GivenParameters, ImportReason, ProblemParameters } from '@estate/contracts';

/** A part of an object that could not be used unchanged. */
export interface ObjectProblem {
  /** `error`: the object becomes no property; `warning`: the property lacks a value, or has it in another form. */
  severity: 'error' | 'warning';
  /** The path below `immobilie`; empty for the whole object. */
  path: string;
  value?: string;
  reason: ImportReason;
  parameters?: ProblemParameters;
  /** The sentence of the reason. */
  message: string;
}

/** A reason with the parameters of its sentence. */
export interface Because {
  reason: ImportReason;
  parameters?: GivenParameters;
}

type About = Pick<ObjectProblem, 'path' | 'value'> & Because;

/** A problem with the sentence of its reason. */
export const objectProblem = (
  severity: ObjectProblem['severity'],
  { parameters, ...about }: About,
): ObjectProblem => ({
  severity,
  ...about,
  message: importSentence(about.reason, parameters),
  ...(parameters && { parameters: parametersOf(parameters) }),
});

const SHOWN_VALUE = 200;
export const shown = (value: string): string =>
  value.length > SHOWN_VALUE ? `${value.slice(0, SHOWN_VALUE)}…` : value;

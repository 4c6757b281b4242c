import { z } from 'zod';

/** The parameters of a problem's sentence: values, limits and names of fields, all as texts. */
export const ProblemParameters = z.record(z.string(), z.string());
export type ProblemParameters = z.infer<typeof ProblemParameters>;

/** Parameters before numbers are converted to text. */
export type GivenParameters = Readonly<Record<string, string | number>>;

export const parametersOf = (given: GivenParameters): ProblemParameters =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));

/** A template with each `{name}` replaced by the parameter of that name. */
export const filledIn = (template: string, parameters: GivenParameters = {}): string =>
  template.replaceAll(/\{(\w+)\}/g, (mark, name: string) => String(parameters[name] ?? mark));

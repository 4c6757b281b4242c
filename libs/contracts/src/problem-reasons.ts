import { z } from 'zod';

/** A sentence about a problem names these: values, limits and names of fields, all as texts. */
export const ProblemParameters = z.record(z.string(), z.string());
export type ProblemParameters = z.infer<typeof ProblemParameters>;

/** The same before numbers are written as texts. */
export type GivenParameters = Readonly<Record<string, string | number>>;

export const parametersOf = (given: GivenParameters): ProblemParameters =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));

/** A template with `{name}` replaced by the parameter of that name. */
export const filledIn = (template: string, parameters: GivenParameters = {}): string =>
  template.replaceAll(/\{(\w+)\}/g, (mark, name: string) => String(parameters[name] ?? mark));

import { stringify } from 'yaml';
import type { z } from 'zod';
import { valuesSchema } from '../kubernetes/values-schema.ts';

/** The field that a chart takes from the release. */
const OF_THE_RELEASE = 'namespace';

type Schema = z.core.JSONSchema.JSONSchema;

const HEAD = `# Values of the chart, as they are without a values file. An entry in a comment has no default, and has to be set where it is
# required. deploy/values/production.yaml is an example. values.schema.json describes the values of every field.
`;

/** The default values, each with its description. */
export const valuesFile = (): string =>
  `${HEAD}${fieldsOf(valuesSchema())
    .map((lines) => `\n${lines.join('\n')}\n`)
    .join('')}`;

const fieldsOf = ({ properties = {}, required = [] }: Schema): string[][] =>
  Object.entries(properties)
    .filter(([name]) => name !== OF_THE_RELEASE)
    .map(([name, field]) => linesOf(name, field as Schema, required.includes(name)));

function linesOf(name: string, field: Schema, isRequired: boolean): string[] {
  const about = field.description === undefined ? [] : [`# ${field.description}`];
  const isGroup = field.properties !== undefined && (isRequired || field.default !== undefined);
  if (isGroup) return [...about, ...groupLines(name, field)];
  if (field.default !== undefined) return [...about, stringify({ [name]: field.default }).trimEnd()];
  return [...about, `# ${name}:${isRequired ? ' (required)' : ''}`];
}

function groupLines(name: string, field: Schema): string[] {
  const inner = fieldsOf(field).flat();
  const isEmpty = inner.every((line) => line.trimStart().startsWith('#'));
  return [
    `${name}:${isEmpty ? ' {}' : ''}`,
    ...inner.flatMap((line) => line.split('\n')).map((line) => `  ${line}`),
  ];
}

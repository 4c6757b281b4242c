import { KNOWN_SOFTWARE } from '../src/read/known-software.ts';
import type { KnownSoftware } from '../src/read/known-software.ts';
import { code, table } from './markdown.ts';

/** Around what is generated in a page that is written by hand. */
export const BEGIN = '<!-- Generated from the known software: libs/openimmo/src/read/known-software.ts. -->';
export const END = '<!-- End of the generated part. -->';

function settingsOf({ settings: { defaultCountry, emptyValues = [] } = {} }: KnownSoftware): string {
  const parts = [
    ...(defaultCountry === undefined ? [] : [`${code('defaultCountry')}: ${code(defaultCountry)}`]),
    ...(emptyValues.length === 0 ? [] : [`${code('emptyValues')}: ${emptyValues.map(code).join(', ')}`]),
  ];
  return parts.length === 0 ? 'none' : parts.join('; ');
}

/** The table of programs. */
export const softwareTable = (): string =>
  table(
    ['Software', 'Its exports', 'Select in the software', 'Settings of the source'],
    KNOWN_SOFTWARE.map((software) => [software.name, software.habits, software.needs, settingsOf(software)]),
  );

import type { Found, Place } from '../read/found.ts';

/** Before version 1.2.7, these elements of a certificate stood beside it, as fields of such a name. */
export const CERTIFICATE_FIELDS: readonly string[] = [
  'wertklasse',
  'jahrgang',
  'ausstelldatum',
  'gebaeudeart',
  'stromwert',
  'waermewert',
];
const FIELD = 'user_defined_simplefield';
const PREFIX = 'epass_';

/** The certificates of an object; of several, nobody knows whose the fields beside them are. */
export function certificatesIn(condition: Place): Place {
  const passes = condition.inside('energiepass');
  return passes.elements.length > 1 ? passes : passes.with(fieldsBeside(condition));
}

const fieldsBeside = (condition: Place) => {
  const fields = condition
    .inside(FIELD)
    .each()
    .flatMap((field) => {
      const name = field.find('@feldname')?.text ?? '';
      const found = field.find('');
      return found === undefined ? [] : [{ name: name.toLowerCase(), found: named(found, name) }];
    });
  return (path: string): Found[] =>
    CERTIFICATE_FIELDS.includes(path)
      ? fields.filter(({ name }) => name === `${PREFIX}${path}`).map(({ found }) => found)
      : [];
};

/** Its problems name the field. */
const named = (found: Found, name: string): Found => ({ ...found, path: `${found.path}[${name}]` });

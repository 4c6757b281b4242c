import type { Found, Place } from '../read/found.ts';

/** Elements of a certificate that were fields with these names before version 1.2.7. */
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

/**
 * The certificates of an object, including older fields unless there are several certificates: then it is unknown which one they belong to.
 */
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

/** A value with the path of its field, for problems. */
const named = (found: Found, name: string): Found => ({ ...found, path: `${found.path}[${name}]` });

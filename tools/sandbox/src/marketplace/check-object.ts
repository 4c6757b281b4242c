import { checkAddress } from './check-address.ts';
import { checkFields, unwrap } from './check-body.ts';
import type { Fields } from './check-body.ts';
import { checkEnergy } from './check-energy.ts';
import { checkPrice } from './check-price.ts';
import { NEW_ENERGY_SOURCES } from './object-blocks.ts';
import { CONTACT, isRoot, OBJECTS } from './object-schema.ts';
import type { Root } from './object-schema.ts';
import { invalid, schemaRefusal } from './refusal.ts';

export interface ReadObject {
  root: Root;
  fields: Fields;
}

/** An object as it is stored, or the rule it violates. `newValues`: the query asked for the newer energy sources. */
export function readObject(body: unknown, newValues: boolean): ReadObject {
  const root = rootIn(body);
  const fields = checkFields(unwrap(body, `realestates.${root}`), OBJECTS[root]);
  checkAddress(root, fields['address'] as Fields);
  checkEnergy(root, fields);
  checkPrice(root, fields);
  const sources = (fields['energySourcesEnev2014'] as Fields | undefined)?.['energySourceEnev2014'];
  const isNew = [sources].flat().some((source) => NEW_ENERGY_SOURCES.includes(String(source)));
  if (isNew && !newValues) throw schemaRefusal('energySourceEnev2014 is none of its values');
  if (fields['constructionYear'] !== undefined && fields['constructionYearUnknown'] === true) {
    throw invalid('constructionYear', fields['constructionYear'], 'YEAR_INVALID');
  }
  return { root, fields };
}

/** The root of a body: its single member. */
function rootIn(body: unknown): Root {
  const names = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  const [name = '', ...others] = names;
  const root = /^realestates\.(\w+)$/.exec(name)?.[1] ?? '';
  if (others.length > 0 || !isRoot(root)) throw schemaRefusal(`unexpected element ${names.join(', ')}`);
  return root;
}

const PHONE = /^\+[1-9]\d{0,3} +\d{1,10} +\d[\d ]{0,23}\d$/;

/** A contact as it is stored, or the rule it violates. */
export function readContact(body: unknown): Fields {
  const fields = checkFields(unwrap(body, 'common.realtorContactDetail'), CONTACT);
  for (const name of ['phoneNumber', 'cellPhoneNumber']) {
    const phone = fields[name];
    if (typeof phone !== 'string') continue;
    if (!PHONE.test(phone) || /^\+49 +0/.test(phone)) throw invalid(name, phone, 'PHONE_NUMBER_INVALID');
  }
  return { salutation: 'NO_SALUTATION', ...fields };
}

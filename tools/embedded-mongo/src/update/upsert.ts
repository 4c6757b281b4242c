import { ObjectId } from 'bson';
import { MongoError } from '../errors.ts';
import { conditionsOf } from '../query/conditions.ts';
import type { Doc } from '../values/document.ts';
import type { Modification } from './modification.ts';
import { setAt } from './tree.ts';

/** The fields that a filter requires to be equal to a value. */
function equalities(query: Doc): Doc {
  const doc: Doc = {};
  for (const [path, conditions] of conditionsOf(query).byPath) {
    const equal = conditions.filter(({ operator }) => operator === '$eq');
    const [first] = equal;
    if (!first) continue;
    if (equal.length > 1)
      throw new MongoError(54, `cannot infer query fields to set, path '${path}' is matched twice`);
    setAt(doc, path.split('.'), first.operand);
  }
  return doc;
}

/** The document that an upsert inserts if nothing was found; a replacement takes only `_id` from the filter. */
export function upserted(query: Doc, modification: Modification, replaces: boolean): Doc {
  const found = equalities(query);
  const start: Doc = !replaces ? found : found['_id'] === undefined ? {} : { _id: found['_id'] };
  const { _id = new ObjectId(), ...fields } = modification.change(start, true);
  return { _id, ...fields };
}

import { MongoError } from '../errors.ts';
import { conditionsOf } from '../query/conditions.ts';
import { compileFilter, type Filter } from '../query/filter.ts';
import { type Doc, plain, plainDoc } from '../values/document.ts';
import { rootOf } from '../values/paths.ts';
import { valueAt } from './tree.ts';

/** Compiled array filters by their identifier. */
export type ArrayFilters = Map<string, Filter>;

function identifierOf(filter: Doc): string {
  for (const [key, value] of Object.entries(filter)) {
    if (!key.startsWith('$')) return rootOf(key);
    if (Array.isArray(value)) return identifierOf(value[0] as Doc);
  }
  throw new MongoError(9, 'Cannot use an expression without a top-level field name in arrayFilters');
}

/** Compiles array filters; each must be used by a path of the update. */
export function compileArrayFilters(filters: readonly Doc[], paths: readonly string[]): ArrayFilters {
  const compiled: ArrayFilters = new Map();
  for (const exact of filters) {
    const filter = plainDoc(exact);
    const id = identifierOf(filter);
    if (compiled.has(id))
      throw new MongoError(9, `Found multiple array filters with the same top-level field name ${id}`);
    if (!paths.some((path) => path.includes(`$[${id}]`)))
      throw new MongoError(9, `The array filter for identifier '${id}' was not used in the update`);
    compiled.set(id, compileFilter(filter));
  }
  return compiled;
}

/** What a path's placeholders are resolved against. */
export type Surroundings = { doc: Doc; query: Doc; arrayFilters: ArrayFilters };

/** The index of the element by which the query found the document, for the positional `$`. */
function matchedIndex(elements: readonly unknown[], path: string, query: Doc): number {
  for (const [field, conditions] of conditionsOf(query).byPath) {
    if (field !== path && !field.startsWith(`${path}.`)) continue;
    const inner = `element${field.slice(path.length)}`;
    const tests = conditions.map(({ operator, operand }) =>
      compileFilter({ [inner]: { [operator]: operand } }),
    );
    const at = elements.findIndex((element) => tests.every((test) => test({ element: [plain(element)] })));
    if (at >= 0) return at;
  }
  throw new MongoError(2, 'The positional operator did not find the match needed from the query.');
}

function indexesAt(
  part: string,
  path: readonly string[],
  { doc, query, arrayFilters }: Surroundings,
): number[] {
  const elements = valueAt(doc, path);
  const name = path.join('.');
  if (!Array.isArray(elements))
    throw new MongoError(2, `The path '${name}' must exist in the document in order to apply array updates.`);
  if (part === '$') return [matchedIndex(elements, name, query)];
  const all = elements.map((_, at) => at);
  if (part === '$[]') return all;
  const id = part.slice(2, -1);
  const filter = arrayFilters.get(id);
  if (!filter)
    throw new MongoError(2, `No array filter found for identifier '${id}' in path '${name}.${part}'`);
  return all.filter((at) => filter({ [id]: plain(elements[at]) }));
}

/** The concrete paths that a path with `$`, `$[]` or `$[name]` stands for in a document. */
export function targetsOf(path: string, surroundings: Surroundings): string[][] {
  let targets: string[][] = [[]];
  for (const part of path.split('.')) {
    targets = part.startsWith('$')
      ? targets.flatMap((target) =>
          indexesAt(part, target, surroundings).map((at) => [...target, String(at)]),
        )
      : targets.map((target) => [...target, part]);
  }
  return targets;
}

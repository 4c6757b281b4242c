/** The parts of a route that determine the name of an operation that the gateway answers itself. */
interface Named {
  method: string;
  path: string;
  /** True if the response is a page of a list. */
  isList: boolean;
}

/** The name from a subject or an operation: `listWebhooks` for `list-webhooks` and `ask.notifier.list-webhooks`. */
export const ofSubject = (subject: string): string => camelCase(subject.split('.').at(-1) ?? '');

/** The name from a path: `deleteApiKey` for `DELETE /account/api-keys/{id}`; a verb, then the resource, from the whole to the part. */
export function ofPath({ method, path, isList }: Named): string {
  const segments = segmentsOf(path);
  const last = segments.at(-1) ?? { name: '', isItem: false };
  const parents = segments.slice(0, -1);
  if (method === 'POST' && isAction(last.name, parents)) {
    const [verb = '', ...object] = last.name.split('-');
    return camelCase([verb, ...parents.map(nameOf), ...object].join('-'));
  }
  const noun = method === 'POST' ? singular(last.name) : nameOf(last);
  return camelCase([verbOf(method, last, isList), ...parents.map(nameOf), noun].join('-'));
}

interface Segment {
  name: string;
  /** True if the path names a single one. */
  isItem: boolean;
}

/** First segments that name the owner. */
const OWNERS = new Set(['account', 'admin', 'operator']);

function segmentsOf(path: string): Segment[] {
  const parts = path.split(/[/.]/).filter((part) => part !== '');
  const segments = parts.flatMap((name, at) =>
    name.startsWith('{') ? [] : [{ name, isItem: parts[at + 1]?.startsWith('{') === true }],
  );
  return OWNERS.has(segments[0]?.name ?? '') && segments.length > 1 ? segments.slice(1) : segments;
}

const isAction = (name: string, parents: readonly Segment[]): boolean =>
  parents.length > 0 && !name.endsWith('s');

function verbOf(method: string, { isItem }: Segment, isList: boolean): string {
  if (method === 'GET') return isList ? 'list' : 'get';
  if (method === 'PUT') return isItem ? 'update' : 'set';
  return method === 'POST' ? 'create' : 'delete';
}

const nameOf = ({ name, isItem }: Segment): string => (isItem ? singular(name) : name);

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '');

const camelCase = (words: string): string =>
  words.replaceAll(/-(\w)/g, (_all, first: string) => first.toUpperCase());

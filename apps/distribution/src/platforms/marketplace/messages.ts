/** One message of an answer; the marketplace wraps results and errors alike. */
export interface Message {
  code: string;
  text: string;
  id?: string;
}

/** The messages of a body in any of the forms that were seen: lists, single objects, nested, or plain text. */
export function readMessages(body: string): Message[] {
  const parsed = parse(body);
  if (parsed === undefined) return body.trim() === '' ? [] : [{ code: '', text: body.trim().slice(0, 500) }];
  return listOf(at(parsed, 'common.messages'))
    .flatMap((entry) => listOf(at(entry, 'message') ?? entry))
    .map(toMessage)
    .filter((message) => message !== undefined);
}

/** The body as JSON, or undefined. */
export function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** A member of an object; undefined of anything else. */
export const at = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : undefined;

/** The marketplace writes a list of one as its only item, and no list as nothing. */
export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** Ids and numbers come as numbers or as texts. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;

function toMessage(value: unknown): Message | undefined {
  if (typeof value === 'string') return { code: '', text: value };
  const code = textOf(at(value, 'messageCode'));
  const text = textOf(at(value, 'message'));
  if (code === undefined && text === undefined) return undefined;
  const id = textOf(at(value, 'id'));
  return { code: code ?? '', text: text ?? '', ...(id !== undefined && { id }) };
}

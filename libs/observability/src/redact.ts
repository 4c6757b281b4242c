const SECRET_NAME =
  /^(authorization|cookie|set-cookie|password|pass|secret|token|apikey|api_key|key|signingkey|signing_key|credentials|service-signature|.*-signature|prospect)$/i;
/** Patterns of secrets with their replacements. */
const SECRET_TEXT: readonly [RegExp, string][] = [
  [/rek_(live|operator|link)_[0-9A-Za-z]+/g, 'rek_$1_[secret]'],
  [/whsec_[\w-]+/g, 'whsec_[secret]'],
  [/Bearer\s+\S+/gi, 'Bearer [secret]'],
  [/\bPASS\s+\S+/g, 'PASS [secret]'],
  [/:\/\/[^\s/@:]+:[^\s/@]+@/g, '://[secret]@'],
];
const MAX_DEPTH = 8;

/** A copy of a log line's fields without secrets, which are found by the name of a field at any depth, and by the pattern of a text. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return depth >= MAX_DEPTH ? '[deep]' : redactObject(value, depth);
}

function redactObject(value: object, depth: number): unknown {
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if (Buffer.isBuffer(value)) return '[bytes]';
  if (hasToJson(value)) return redact(value.toJSON(), depth + 1);
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      SECRET_NAME.test(name) ? '[secret]' : redact(field, depth + 1),
    ]),
  );
}

const hasToJson = (value: object): value is { toJSON(): unknown } =>
  'toJSON' in value && typeof value.toJSON === 'function';

export const redactText = (text: string): string =>
  SECRET_TEXT.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);

function redactError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause, ...rest } = error as Error & Record<string, unknown>;
  return {
    ...(redact({ ...rest }, depth + 1) as Record<string, unknown>),
    name: name,
    message: redactText(message),
    stack: redactText(stack ?? ''),
    ...(cause !== undefined && { cause: redact(cause, depth + 1) }),
  };
}

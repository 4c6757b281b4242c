/** The syntax of JSON values in a language. */
export interface Syntax {
  text(value: string): string;
  true: string;
  false: string;
  null: string;
  list: readonly [open: string, close: string];
  object: readonly [open: string, close: string];
  emptyObject: string;
  entry(name: string, value: string): string;
  indent: string;
}

const WIDTH = 80;

/** A JSON value as a literal: on one line if it is short, else with a line for each part. */
export function literal(value: unknown, syntax: Syntax, indent = ''): string {
  if (typeof value === 'string') return syntax.text(value);
  if (typeof value === 'boolean') return value ? syntax.true : syntax.false;
  if (value === null || value === undefined) return syntax.null;
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}${syntax.indent}`;
  if (Array.isArray(value))
    return block(
      value.map((one) => literal(one, syntax, inner)),
      syntax.list,
      { indent, inner },
    );
  const parts = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([name, one]) => syntax.entry(name, literal(one, syntax, inner)));
  return parts.length === 0 ? syntax.emptyObject : block(parts, syntax.object, { indent, inner });
}

function block(
  parts: readonly string[],
  [open, close]: readonly [string, string],
  { indent, inner }: { indent: string; inner: string },
): string {
  const space = open === '{' && parts.length > 0 ? ' ' : '';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (line.length + indent.length <= WIDTH && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

const quoted = (value: string): string =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

export const TYPESCRIPT: Syntax = {
  ...{ true: 'true', false: 'false', null: 'null', emptyObject: '{}', indent: '  ' },
  text: quoted,
  list: ['[', ']'],
  object: ['{', '}'],
  entry: (name, value) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)}: ${value}`,
};

export const PYTHON: Syntax = {
  ...{ true: 'True', false: 'False', null: 'None', emptyObject: '{}', indent: '    ' },
  text: (value) => JSON.stringify(value),
  list: ['[', ']'],
  object: ['{', '}'],
  entry: (name, value) => `${JSON.stringify(name)}: ${value}`,
};

/** A text in single quotes, in which PHP has only two escapes. */
const phpText = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

export const PHP: Syntax = {
  ...{ true: 'true', false: 'false', null: 'null', emptyObject: 'new stdClass()', indent: '    ' },
  text: phpText,
  list: ['[', ']'],
  object: ['[', ']'],
  entry: (name, value) => `${phpText(name)} => ${value}`,
};

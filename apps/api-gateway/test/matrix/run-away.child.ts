import { openApiDocument } from '../../src/reference/openapi/document.ts';
import { apiRoutes } from '../../src/routes/index.ts';
import { bodyShapes } from './body-shapes.ts';
import { fullExample, resolved } from './full-example.ts';
import type { Schema } from './full-example.ts';
import { replaced } from './broken-fields.ts';

/** Long enough that work which grows with the square of the length takes minutes. */
const LENGTH = 400_000;
const long = (part: string): string => part.repeat(Math.ceil(LENGTH / part.length));

/** Texts that make backtracking expressions try everything: each begins like what a pattern wants and fails at its end. */
const HOSTILE = [
  ...['a', ' ', '@', '.', '-', '+', '1', '%41', '/', '\n', 'a.', '@a', 'a@a.', '1 ', '+4 1 '].map(
    (part) => `${long(part)}!`,
  ),
  `+4 1${long(' ')}x`,
  `+49 89 ${long('1 ')}x`,
  `https://${long('a.')}`,
  `https://a/${long('%4')}`,
  `a@${long('a-')}.`,
  long('2026-11-01T08:30:00.'),
];

interface Operation {
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const document = JSON.parse(JSON.stringify(openApiDocument(apiRoutes))) as {
  paths: Record<string, Record<string, Operation>>;
};

function textsOf(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value === 'string') return [path];
  if (Array.isArray(value)) return value.flatMap((one, index) => textsOf(one, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, [...path, key]));
}

function inputsOf({ method, path }: (typeof apiRoutes)[number]): unknown[] {
  const operation = resolved(document, document.paths[path]?.[method.toLowerCase()]) as Operation;
  const schema = operation.requestBody?.content['application/json']?.schema;
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'x']));
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const asked = Object.fromEntries(query.map((parameter) => [parameter.name, fullExample(parameter.schema)]));
  const bodies = schema ? bodyShapes(schema).map(({ body }) => body) : [{}];
  return bodies.map((body) => ({ ...body, ...asked, ...params }));
}

let checks = 0;
const seen = new Set<string>();
for (const apiRoute of apiRoutes) {
  for (const input of inputsOf(apiRoute)) {
    for (const path of textsOf(input)) {
      // The same fields under another route are the same expressions.
      const field = `${apiRoute.tag} ${path.join('.')}`;
      if (seen.has(field)) continue;
      seen.add(field);
      for (const text of HOSTILE) {
        apiRoute.input.safeParse(replaced(input, path, text));
        checks += 1;
      }
    }
  }
}
process.stdout.write(`${String(checks)} hostile texts in ${String(seen.size)} fields\n`);

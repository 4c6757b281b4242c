import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DOCUMENTED } from '../src/ui/reference-of.ts';

const DOCUMENT = new URL('../../api-gateway/reference/openapi.json', import.meta.url);

describe('the links of empty pages to the reference', () => {
  it('every link leads to a call that the OpenAPI document has', () => {
    const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    const ids = new Set(operations.map(({ operationId }) => operationId));
    expect(DOCUMENTED.filter((operation) => !ids.has(operation))).toEqual([]);
  });
});

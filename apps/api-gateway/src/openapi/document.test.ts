import { describe, expect, it } from 'vitest';
import { rows } from '../routes/index.ts';
import { openApiDocument } from './document.ts';

const document = openApiDocument(rows, undefined);

describe('the OpenAPI document', () => {
  it('shows every route with its answer and every error status', () => {
    for (const { method, path, status } of rows) {
      const operation = document.paths?.[path]?.[method.toLowerCase() as 'get'];
      expect(operation?.summary, `${method} ${path}`).toBeTruthy();
      expect(Object.keys(operation?.responses ?? {})).toEqual(
        expect.arrayContaining([String(status), '400', '401', '403', '404', '500', '503']),
      );
    }
  });

  it('gives every operation a name of its own', () => {
    const names = Object.values(document.paths ?? {}).flatMap((item) =>
      Object.values(item as Record<string, { operationId?: string }>).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(rows.length);
  });

  it('shows what webhooks are told', () => {
    expect(Object.keys(document.webhooks ?? {})).toContain('publication.succeeded');
  });

  it('never mentions a password in an answer', () => {
    expect(JSON.stringify(document.components?.schemas?.['Target'])).not.toContain('"password"');
  });
});

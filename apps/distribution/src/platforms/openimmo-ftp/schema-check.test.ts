import { afterAll, describe, expect, it } from 'vitest';
import { schema } from './test-support/schema.ts';

afterAll(() => schema.close());

describe('checking documents against the schema', () => {
  it('the schema check reports for each of many concurrent documents whether it is valid, and why not', async () => {
    const documents = Array.from({ length: 80 }, (_, index) => (index % 2 ? '<openimmo>' : '<openimmo/>'));
    const verdicts = await Promise.all(documents.map((document) => schema.check(Buffer.from(document))));
    verdicts.forEach(({ valid, errors }, index) => {
      expect(valid).toBe(false);
      expect(errors.join()).toContain(index % 2 ? 'parser error' : 'Missing child element');
    });
  });

  it('the schema check goes on after its thread was ended', async () => {
    await schema.close();
    expect((await schema.check(Buffer.from('<openimmo/>'))).valid).toBe(false);
  });
});

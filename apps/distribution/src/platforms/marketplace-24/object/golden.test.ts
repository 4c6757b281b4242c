import { PROPERTY_TYPE_NAMES } from '@estate/contracts';
import { expect, it } from 'vitest';
import { exampleOf } from '../test-support/examples.ts';
import { objectBody } from './body.ts';

const CASES = PROPERTY_TYPE_NAMES.flatMap((type) =>
  (['smallest', 'full'] as const).map((size) => ({ type, size })),
);

/** Lists on one line, as the formatter of the project leaves them. */
const formatted = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(
    /\[\s+([^\]]*?)\s+\]/g,
    (_list, items: string) => `[${items.replaceAll(/\s+/g, ' ')}]`,
  );

it('the body of a property whose address is not to be shown says so', async () => {
  const example = exampleOf('apartmentBuy', 'smallest');
  const address = { ...example.fields.address, publish: false };
  const hidden = { ...example, fields: { ...example.fields, address } } as typeof example;
  await expect(`${formatted(objectBody(hidden, '77'))}\n`).toMatchFileSnapshot(
    'golden/apartmentBuy.flagged.json',
  );
});

it.each(CASES)('the $size example of $type has the body that was reviewed', async ({ type, size }) => {
  const body = formatted(objectBody(exampleOf(type, size), '77'));
  await expect(`${body}\n`).toMatchFileSnapshot(`golden/${type}.${size}.json`);
});

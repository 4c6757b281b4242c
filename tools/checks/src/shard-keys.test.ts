import { readFileSync } from 'node:fs';
import { manifests } from '@estate/manifests';
import { expect, it } from 'vitest';

it('the page about deployment lists the shard keys that the manifests declare', () => {
  const rows = readFileSync('docs/deployment.md', 'utf8').matchAll(
    /^\| ([\w-]+) +\| `([\w-]+)` +\| `(\w+)`(, `hashed`)? +\|/gm,
  );
  const listed = [...rows].map(([, service, collection, field, hashed]) =>
    [service, collection, field, hashed ? 'hashed' : 1].join(' '),
  );
  const declared = manifests.flatMap(({ name, database: { shardKeys } }) =>
    Object.entries(shardKeys).flatMap(([collection, key]) =>
      Object.entries(key).map(([field, kind]) => [name, collection, field, kind].join(' ')),
    ),
  );
  expect(listed.toSorted()).toEqual(declared.toSorted());
});

import { describe, expect, it } from 'vitest';
import type { FtpAddress, ImportSourceRecord } from '../domain/import-source.ts';
import { toImportSource } from './to-import-source.ts';

const shown = (record: Partial<ImportSourceRecord>) =>
  toImportSource(
    {
      targetIds: [],
      createdAt: new Date(0),
      updatedAt: new Date(0),
      ...record,
    } as unknown as ImportSourceRecord,
    {} as FtpAddress,
  );
const justimmo = { sender: { name: 'JUSTIMMO', version: '2' } };

describe('the suggestion of an import source', () => {
  it('a source of known software suggests the settings that the software needs', () => {
    expect(shown(justimmo)).toMatchObject({
      ...justimmo,
      suggestion: { software: 'JUSTIMMO', defaultCountry: 'AUT' },
    });
  });

  it('settings that the source has already are not suggested', () => {
    expect(shown({ ...justimmo, defaultCountry: 'AUT' })).not.toHaveProperty('suggestion');
    const plugin = { sender: { name: 'immonex' }, emptyValues: ['-', 'k.A.', 'n/a'] };
    expect(shown(plugin)).not.toHaveProperty('suggestion');
  });

  it('suggested values come beside those of the source', () => {
    const { suggestion } = shown({ sender: { name: 'immonex' }, emptyValues: ['9999'] });
    expect(suggestion?.emptyValues).toEqual(['9999', 'k.A.', '-']);
  });

  it('unknown software, and a source without a package, suggest nothing', () => {
    expect(shown({ sender: { name: 'By hand' } })).not.toHaveProperty('suggestion');
    expect(shown({})).not.toHaveProperty('suggestion');
  });
});

it('a package that waits for space is shown with its reason', () => {
  const waitingPackage = { fileName: 'objekte.zip', sizeBytes: 7, since: new Date(0) };
  expect(shown({ waitingPackage })).toMatchObject({
    waitingPackage: {
      ...{ fileName: 'objekte.zip', sizeBytes: 7, since: '1970-01-01T00:00:00.000Z' },
      code: 'import-storage-full',
    },
  });
});

import { describe, expect, it } from 'vitest';
import { parseStore } from './byte-store-setting.ts';

describe('the setting of a byte store', () => {
  it('the setting of a byte store names GridFS, a directory or a bucket', () => {
    expect(parseStore('gridfs')).toEqual({ kind: 'gridfs' });
    expect(parseStore('file:///var/lib/estate%20bytes')).toEqual({
      kind: 'file',
      directory: '/var/lib/estate bytes',
    });
    expect(
      parseStore('s3://photos/some/where/?endpoint=http://s3:9000&region=eu-central-1&pathStyle=true'),
    ).toMatchObject({
      bucket: 'photos',
      prefix: 'some/where/',
      endpoint: 'http://s3:9000',
      region: 'eu-central-1',
      pathStyle: true,
    });
    expect(parseStore('s3://photos')).toMatchObject({ prefix: '', endpoint: undefined, pathStyle: false });
  });

  it.each([
    ['/var/bytes', 'must be gridfs, file:///path or s3://'],
    ['file://server/share', 'an absolute path'],
    ['file:///', 'an absolute path'],
    ['s3://', 'must'],
    ['s3://key:secret@bucket', 'must contain no credentials'],
    ['s3://bucket?end=x', 'unknown option end'],
    ['s3://bucket?endpoint=s3.example.org', 'http:// or https://'],
  ])('%s is refused with the reason', (setting, reason) => {
    expect(() => parseStore(setting)).toThrow(reason);
  });
});

import { describe, expect, it } from 'vitest';
import { acceptedMediaType, conditionalHeaders, isSameVersion } from './attachment.ts';

describe('the version of an attachment', () => {
  it('the version of an attachment is recognized by the ETag where both answers have one', () => {
    expect(isSameVersion({ etag: '"a"', lastModified: 'x' }, { etag: '"a"', lastModified: 'y' })).toBe(true);
    expect(isSameVersion({ etag: '"a"', lastModified: 'x' }, { etag: '"b"', lastModified: 'x' })).toBe(false);
  });

  it('the version of an attachment is recognized by the time of the last change where neither has an ETag', () => {
    expect(isSameVersion({ lastModified: 'x' }, { lastModified: 'x' })).toBe(true);
    expect(isSameVersion({ lastModified: 'x' }, { lastModified: 'y' })).toBe(false);
  });

  it('the version of an attachment is never taken for the same without a mark', () => {
    expect(isSameVersion({}, {})).toBe(false);
    expect(isSameVersion({ etag: '"a"' }, {})).toBe(false);
  });

  it('the version of an attachment is asked about with every mark it has', () => {
    expect(conditionalHeaders({ etag: '"a"', lastModified: 'x' })).toEqual({
      'if-none-match': '"a"',
      'if-modified-since': 'x',
    });
    expect(conditionalHeaders({})).toEqual({});
  });
});

describe('the media type of an attachment', () => {
  it('the media type of an attachment is one of those that platforms take', () => {
    expect(acceptedMediaType('image/webp')).toBe('image/webp');
    expect(acceptedMediaType('image/heif')).toBe('image/heic');
    expect(acceptedMediaType('text/html')).toBeUndefined();
    expect(acceptedMediaType(undefined)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { aProperty } from '../../test/fakes.ts';
import { publishedAt } from './published-attachment.ts';
import { renditionKey } from './rendition.ts';
import { fileOf, isStoredName, smallerImage } from './smaller-image.ts';

const URL = 'https://www.example.org/a.jpg';
const source = { url: URL, sha256: 'a'.repeat(64), size: 5, mediaType: 'image/jpeg' as const };
const rendition = {
  key: renditionKey(source.sha256, {}),
  sha256: 'b'.repeat(64),
  size: 4,
  mediaType: 'image/jpeg' as const,
};
const files = { stored: [source], renditions: [rendition] };
const attachments = [{ url: URL }, { url: 'https://www.example.org/b.jpg' }];
const codeAt = (record: ReturnType<typeof aProperty>, position: number) => {
  try {
    publishedAt(record, position);
    return 'none';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('what is published at a position', () => {
  it('what is published at a position is the rendition of its attachment, whatever the rest of the property is at', () => {
    for (const processingStatus of ['pending', 'successful', 'failed'] as const) {
      const record = aProperty({ attachments, ...files, processingStatus });
      expect(publishedAt(record, 0)).toMatchObject({ position: 0, sha256: rendition.sha256 });
    }
  });

  it('what is published at a position is still to come while the property is processed, and nothing after a failure', () => {
    expect(codeAt(aProperty({ attachments, ...files, processingStatus: 'pending' }), 1)).toBe(
      'attachment-pending',
    );
    expect(codeAt(aProperty({ attachments, ...files, processingStatus: 'failed' }), 1)).toBe(
      'attachment-not-published',
    );
  });

  it('what is published at a position behind the last attachment does not exist', () => {
    expect(codeAt(aProperty({ attachments, ...files }), 2)).toBe('attachment-not-found');
  });
});

describe('the name of a smaller image', () => {
  const published = publishedAt(aProperty({ attachments, ...files }), 0);

  it('the name of a smaller image begins with the hash of its file and can be asked for', () => {
    const { name, maxWidth } = smallerImage(published, 200) ?? { name: '', maxWidth: 0 };
    expect([fileOf(name), maxWidth, isStoredName(name)]).toEqual([rendition.sha256, 320, true]);
    expect([isStoredName(rendition.sha256), isStoredName(`${name}/..`), isStoredName('')]).toEqual([true, false, false]); // oxfmt-ignore
  });

  it('the name of a smaller image is left out for the published file itself, for PDF and for HEIC', () => {
    expect(smallerImage(published, undefined)).toBeUndefined();
    for (const mediaType of ['application/pdf', 'image/heic'] as const)
      expect(smallerImage({ ...published, mediaType }, 160)).toBeUndefined();
  });
});

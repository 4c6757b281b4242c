import { ATTACHMENT_TYPES, MAX_ATTACHMENT_BYTES, UPLOAD_REFUSALS } from '@estate/contracts';
import { ApiError } from '@estate/client';
import { describe, expect, it } from 'vitest';
import { moved } from '../form/moved.ts';
import type { AttachmentDraft } from '../form/property-draft.ts';
import {
  FILE_TYPES,
  MAX_BYTES,
  hasNews,
  isRefused,
  isUploaded,
  nameOf,
  problemOf,
  unsavedAt,
  unsavedOf,
  withFiles,
  withRestored,
  withUploads,
} from './photo-rows.ts';
import type { Upload } from './upload-queue.ts';

const file = (key: string) => ({ key, name: `${key}.jpg`, type: 'image/jpeg', size: 5 });
const rowOf = (row: number, more: Partial<AttachmentDraft> = {}): AttachmentDraft => ({
  ...{ row, url: '', title: '', isBlueprint: false, kept: {} },
  ...more,
});
const sent = (url: string, expiresAt = '2026-12-02T00:00:00.000Z'): Upload => ({
  ...{ state: 'sent', url, type: 'image/jpeg', edge: 3000, expiresAt },
});

describe('files for a property', () => {
  it('the limits of the form are those of the API', () => {
    expect(MAX_BYTES).toBe(MAX_ATTACHMENT_BYTES);
    expect(FILE_TYPES).toEqual(ATTACHMENT_TYPES);
  });

  it('a file that cannot be used is named before it is uploaded, and one of an unknown type is left to the API', () => {
    expect(problemOf({ size: 0, type: 'image/jpeg' })).toBe('photos.empty');
    expect(problemOf({ size: MAX_BYTES, type: 'image/jpeg' })).toBeUndefined();
    expect(problemOf({ size: MAX_BYTES + 1, type: 'image/png' })).toBe('photos.tooLarge');
    expect(problemOf({ size: 5, type: 'image/gif' })).toBe('photos.wrongType');
    expect(problemOf({ size: 5, type: '' })).toBeUndefined();
  });

  it('a file that the API refuses is not sent again; after a full storage or the end of the session it is', () => {
    const refusalOf = (code: string) =>
      new ApiError({
        ...{ status: 400, error: 'Bad Request', message: 'refused', code },
        ...{ requestId: undefined, retryAfterMs: undefined },
      });
    const codes = Object.keys(UPLOAD_REFUSALS).map((code) => code.replaceAll('_', '-'));
    expect(codes.filter((code) => !isRefused(refusalOf(code)))).toEqual([]);
    expect(isRefused(refusalOf('attachment-storage-full'))).toBe(false);
    expect(isRefused(refusalOf('unauthorized'))).toBe(false);
    expect(isRefused(new TypeError('cut'))).toBe(false);
  });

  it('files are added behind the attachments that there are, each under a number of its own', () => {
    const rows = withFiles([rowOf(4, { url: 'https://example.org/a.jpg' })], [file('0'), file('1')]);
    expect(rows.map(({ row, file: one }) => [row, one?.key])).toEqual([
      [4, undefined],
      [5, '0'],
      [6, '1'],
    ]);
  });

  it('the attachment of an uploaded file gets its address once, and keeps it in every order', () => {
    const uploads = new Map<string, Upload>([
      ['0', { state: 'sending', sentBytes: 3 }],
      ['1', sent('u1')],
    ]);
    const rows = withFiles([], [file('0'), file('1')]);
    expect(hasNews(rows, uploads)).toBe(true);
    const turned = moved(withUploads(rows, uploads), 1, 0);
    expect(turned.map(({ url }) => url)).toEqual(['u1', '']);
    expect(turned[0]).toMatchObject({ kept: { type: 'image/jpeg' }, file: { edge: 3000 } });
    expect(hasNews(turned, uploads)).toBe(false);
    expect(withUploads(turned, new Map([['1', sent('other')]]))[0]?.url).toBe('u1');
  });

  it('an item is moved to any place, also to its own', () => {
    expect(moved([1, 2, 3, 4], 3, 0)).toEqual([4, 1, 2, 3]);
    expect(moved([1, 2, 3, 4], 0, 2)).toEqual([2, 3, 1, 4]);
    expect(moved([1, 2, 3], 1, 1)).toEqual([1, 2, 3]);
  });

  it('an attachment is called by its caption, else by its file', () => {
    expect(nameOf(rowOf(0, { title: ' Kitchen ', file: file('0') }))).toBe('Kitchen');
    expect(nameOf(rowOf(0, { file: file('0') }))).toBe('0.jpg');
    expect(nameOf(rowOf(0))).toBeUndefined();
  });

  it('the address of a stored file differs from an address of the customer', () => {
    expect(isUploaded({ url: 'https://api.example.org/attachments/d1a2b3c4e5f6g7h8i9j0' })).toBe(true);
    expect(isUploaded({ url: 'https://example.org/attachments/house.jpg' })).toBe(false);
    expect(isUploaded({ url: '', file: file('0') })).toBe(true);
  });

  it('uploaded files that were not saved are remembered until the service deletes them, others are counted as lost', () => {
    const rows = [
      rowOf(0, { url: 'https://example.org/a.jpg' }),
      rowOf(1, { url: 'u1', title: 'Hall', file: { ...file('0'), expiresAt: '2026-12-02T00:00:00.000Z' } }),
      rowOf(2, { file: file('1') }),
    ];
    const unsaved = unsavedOf(rows);
    expect(unsaved).toMatchObject({ uploaded: [{ url: 'u1', title: 'Hall' }], lost: 1 });
    expect(unsavedAt(unsaved, new Date('2026-12-01T00:00:00.000Z'))).toEqual(unsaved);
    expect(unsavedAt(unsaved, new Date('2026-12-03T00:00:00.000Z'))).toEqual({ uploaded: [], lost: 2 });
    const again = withRestored([rowOf(0)], unsaved.uploaded);
    expect(again.map(({ row, url, file: one }) => [row, url, one?.key])).toEqual([
      [0, '', undefined],
      [1, 'u1', ''],
    ]);
  });
});

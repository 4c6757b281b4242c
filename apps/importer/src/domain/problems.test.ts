import { describe, expect, it } from 'vitest';
import { problemOf } from './problems.ts';

const whatToDo = (reason: Parameters<typeof problemOf>[1]['reason']): string =>
  problemOf('attachment_refused', { severity: 'warning', reason, field: 'anhaenge' }).whatToDo;

describe('what to do about an attachment', () => {
  it('what to do about a path outside the package is about the path, not about the format of the file', () => {
    expect(whatToDo('path_outside_package')).toMatch(/^Write the path as it is inside the package/);
  });

  it.each([
    ['embedded_file_unusable', 'Check the file'],
    ['file_not_named', 'Check the file'],
    ['too_many_links', 'Remove the links'],
    ['link_refused', 'Correct the address of the link'],
    ['too_many_attachments', 'Remove the attachments'],
    ['file_refused', 'Use JPEG, PNG, WebP, HEIC or PDF'],
  ] as const)(
    'what to do about an attachment with the problem %s is about that problem',
    (reason, expected) => {
      expect(whatToDo(reason)).toContain(expected);
    },
  );
});

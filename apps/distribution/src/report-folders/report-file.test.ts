import { REPORT_FILE_BEGINNING_MAX, REPORT_FILE_BYTES_MAX } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { handedOver, newPart, sha256Of } from './report-file.ts';

const taken = (name: string, content: string) => ({
  ...{ name, state: '', readBytes: Buffer.from(content).length },
  sha256: sha256Of(Buffer.from(content)),
});
const part = (name: string, before: string | undefined, now: string) =>
  newPart(Buffer.from(now), {
    name,
    before: before === undefined ? undefined : taken(name, before),
    writtenAt: undefined,
  })?.bytes.toString();

describe('the new part of a result file', () => {
  it.each([
    ['is all of a new file', 'r.log', undefined, 'a\n', 'a\n'],
    ['is nothing of an unchanged file', 'r.log', 'a\n', 'a\n', undefined],
    ['is the new lines of a log', 'r.log', 'a\nb\n', 'a\nb\nc\n', 'c\n'],
    ['is a line that was incomplete, and what follows', 'r.log', 'a\nb', 'a\nbc\nd\n', 'bc\nd\n'],
    ['is the new rows of a table', 'r.csv', 'H;I\na;b\n', 'H;I\na;b\nc;d\n', 'c;d\n'],
    ['is a table whose first row was incomplete', 'r.csv', 'H', 'H;I\nc;d\n', 'H;I\nc;d\n'],
    ['is all of a file that was written again', 'r.log', 'a\nb\n', 'x\nb\nc\n', 'x\nb\nc\n'],
    ['is all of a shorter file', 'r.log', 'a\nb\n', 'a\n', 'a\n'],
    ['is all of a table that was empty', 'r.csv', '', 'H;I\nc;d\n', 'H;I\nc;d\n'],
    ['is nothing of a file that is still empty', 'r.csv', '', '', undefined],
    ['is all of a document that has grown', 'r.xml', '<a>', '<a></a>', '<a></a>'],
  ])('the new part %s', (_title, name, before, now, expected) => {
    expect(part(name, before, now)).toBe(expected);
  });

  it('the new lines come with the beginning of their file, whatever its ending is, and a whole file with none', () => {
    const grown = (name: string, before: string, now: string) =>
      newPart(Buffer.from(now), { name, before: taken(name, before), writtenAt: undefined })?.beginning;
    for (const name of ['r.csv', 'r.log', 'R.TXT'])
      expect(grown(name, 'H;I\na;b\nc', 'H;I\na;b\nc;d\n')?.toString()).toBe('H;I\na;b\n');
    const long = `${'x'.repeat(5000)}\n`;
    expect(grown('r.log', long, `${long}y\n`)).toHaveLength(REPORT_FILE_BEGINNING_MAX);
    expect(grown('r.csv', 'H;I\n', 'x\n;\n')).toBeUndefined();
    expect(grown('r.csv', '', 'H;I\nc;d\n')).toBeUndefined();
  });

  const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 8, minute));
  it.each([
    ['is all of an equal file that was written again', at(0), at(1), 'a\n'],
    ['is nothing of an equal file that was written at the same time', at(0), at(0), undefined],
    ['is nothing of an equal file whose first time is not known', undefined, at(1), undefined],
    ['is nothing of an equal file whose second time is not known', at(0), undefined, undefined],
  ])('the new part %s', (_title, before, now, expected) => {
    const earlier = { ...taken('r.log', 'a\n'), ...(before && { writtenAt: before }) };
    const part = newPart(Buffer.from('a\n'), { name: 'r.log', before: earlier, writtenAt: now });
    expect(part?.bytes.toString()).toBe(expected);
  });

  it('the new part is handed over as a whole, or its beginning if it is too large', () => {
    const most = Buffer.alloc(REPORT_FILE_BYTES_MAX, 'x');
    expect(handedOver(1, most)).toEqual({ bytes: most, sizeBytes: most.length, isTruncated: false });
    const more = handedOver(1, Buffer.concat([most, Buffer.from('x')]));
    expect(more).toMatchObject({ sizeBytes: most.length + 1, isTruncated: true });
    expect(more.bytes.length).toBeLessThan(most.length);
    expect(handedOver(9, undefined)).toEqual({ bytes: Buffer.alloc(0), sizeBytes: 9, isTruncated: true });
  });
});

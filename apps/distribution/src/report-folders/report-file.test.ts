import { REPORT_FILE_BEGINNING_MAX, REPORT_FILE_BYTES_MAX } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { handedOver, newPart, readingOf, readingStart, resultOf, sha256Of } from './report-file.ts';

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

  describe('of a log that is too large for one reading', () => {
    const MOST = 4_000_000;
    const line = (number: number) => `P-${String(number).padStart(9, '0')};ok\n`;
    const lines = (first: number, count: number) =>
      Array.from({ length: count }, (_, index) => line(first + index)).join('');
    const AT = new Date(0);
    /** Reads the file as a server sends it, and remembers it. */
    const read = (content: string, before: ReturnType<typeof resultOf>['taken'] | undefined) => {
      const file = { name: 'import.log', state: String(content.length), sizeBytes: content.length };
      const from = content.length > MOST ? readingStart(content.length, MOST, before) : 0;
      const bytes = Buffer.from(content.slice(from));
      const part = newPart(bytes, { name: file.name, before, writtenAt: undefined, from });
      return { part, taken: resultOf(file, { bytes, from, before, at: AT }).taken };
    };

    it('the new part is its last whole lines at first, with the number of bytes before them', () => {
      const content = lines(0, 300_000);
      const { part } = read(content, undefined);
      expect(part?.bytes.length).toBeLessThanOrEqual(REPORT_FILE_BYTES_MAX);
      expect(part?.bytes.length).toBeGreaterThan(REPORT_FILE_BYTES_MAX - 30);
      expect(part?.bytes.toString().startsWith('P-')).toBe(true);
      expect((part?.skippedBytes ?? 0) + (part?.bytes.length ?? 0)).toBe(content.length);
    });

    it('the new part is what follows the last reading, whether that was of the whole file or of its end', () => {
      const small = lines(0, 200_000);
      const first = read(small, undefined);
      const second = read(`${small}${lines(200_000, 100_000).slice(0, 600_000)}`, first.taken);
      expect(second.part?.skippedBytes).toBeGreaterThan(0);
      const content = `${small}${lines(200_000, 100_000).slice(0, 600_000)}`;
      const third = read(`${content}${line(1)}${line(2)}`, read(content, undefined).taken);
      expect(third.part?.skippedBytes).toBeUndefined();
      expect(third.part?.bytes.toString().endsWith(`${line(1)}${line(2)}`)).toBe(true);
      expect(third.part?.bytes.length).toBeLessThan(60);
      expect(read(content, read(content, undefined).taken).part).toBeUndefined();
    });

    it('the new part comes with the beginning of the file as it was when all of it was read', () => {
      const header = 'Objektnummer;Status\n';
      const whole = `${header}${lines(0, 200_000)}`;
      const first = read(whole, undefined);
      for (const added of [lines(200_000, 40_000), lines(200_000, 300_000)]) {
        const second = read(`${whole}${added}`, first.taken);
        expect(second.part?.bytes.includes(header)).toBe(false);
        expect(second.part?.beginning?.toString().startsWith(header)).toBe(true);
        expect(second.part?.beginning).toHaveLength(REPORT_FILE_BEGINNING_MAX);
        const third = read(`${whole}${added}${line(9)}`, second.taken);
        expect(third.part?.beginning).toEqual(second.part?.beginning);
      }
    });

    it('the new part is not asked for again after the server sent more than the end, until all of the file was read', () => {
      const file = { name: 'import.log', state: '', sizeBytes: MOST + 1 };
      const start = (before: ReturnType<typeof resultOf>['taken']) => readingStart(MOST + 1, MOST, before);
      const none = { bytes: undefined, at: AT };
      const refused = resultOf(file, { ...none, from: 0, before: undefined });
      expect(start(refused.taken)).toBeGreaterThan(0);
      const failed = resultOf(file, { ...none, from: 9, before: undefined });
      const again = resultOf(file, { ...none, from: start(failed.taken), before: failed.taken });
      expect([failed, again].map(({ taken }) => start(taken))).toEqual([0, 0]);
      expect(again.handing).toMatchObject({ isTruncated: true, sizeBytes: MOST + 1 });
      const small = resultOf(file, { bytes: Buffer.from('a\n'), at: AT, from: 0, before: again.taken });
      expect(start(small.taken)).toBeGreaterThan(0);
    });

    it('the new part is the end of a log that was written anew', () => {
      const content = lines(0, 300_000);
      const other = lines(500_000, 300_001);
      const { part } = read(other, read(content, undefined).taken);
      expect(part?.bytes.toString().endsWith(line(800_000))).toBe(true);
      expect(part?.skippedBytes).toBeGreaterThan(MOST / 2);
    });
  });

  it.each([
    ['again', { state: 'b' }, {}],
    ['no', { state: 'a' }, {}],
    ['later', { state: 'a', isCoarse: true as const }, { readAt: new Date(1000) }],
    ['again', { state: 'a', isCoarse: true as const }, { readAt: new Date(0) }],
    ['no', { state: 'a', isCoarse: true as const }, { readAt: new Date(0), isSettled: true as const }],
    ['no', { state: 'a', isCoarse: true as const }, {}],
  ])('a known file is read %s, listed as %j and taken as %j', (expected, listed, taken) => {
    expect(readingOf(listed, { name: 'r.log', state: 'a', ...taken }, new Date(60_000))).toBe(expected);
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

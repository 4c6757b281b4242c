import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommandLines, LineTooLong } from './command-lines.ts';
import { parseCommand, withoutOptions } from './command.ts';
import { FIXED_LIMITS } from './limits.ts';
import { fromDiskName, resolvePath, toDiskName } from './paths.ts';

/** A line that a client may send, without what ends it. */
const line = fc
  .string({ unit: 'grapheme', maxLength: 100 })
  .filter((text) => !/[\r\n\0\uFEFF]/u.test(text) && text.isWellFormed());

describe('commands', () => {
  it('commands are the same however their bytes are cut into packets', () => {
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(50)), fc.constantFrom('\r\n', '\n'), (lines, cuts, end) => {
        const bytes = Buffer.from(lines.map((each) => each + end).join(''));
        const reader = new CommandLines();
        const read: string[] = [];
        let at = 0;
        for (const cut of cuts) {
          read.push(...reader.push(bytes.subarray(at, at + cut)));
          at += cut;
        }
        read.push(...reader.push(bytes.subarray(at)));
        expect(read).toEqual(lines);
        expect(reader.isWithinLine).toBe(false);
      }),
    );
  });

  it('commands of any bytes are read or refused, and a line is never longer than the limit', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 3000 })), (packets) => {
        const reader = new CommandLines();
        try {
          for (const packet of packets) {
            for (const text of reader.push(packet)) {
              expect(text.length).toBeLessThanOrEqual(FIXED_LIMITS.lineBytes);
              const command = parseCommand(text);
              if (command) expect(command.verb).toMatch(/^[A-Z]{3,4}$/u);
            }
          }
        } catch (error) {
          expect(error).toBeInstanceOf(LineTooLong);
        }
      }),
    );
  });

  it('commands with the signals of telnet before them are read without these', () => {
    const abort = [...Buffer.from([255, 244, 255, 242]), ...Buffer.from('ABOR\r\n')];
    expect(new CommandLines().push(Uint8Array.from(abort))).toEqual(['ABOR']);
    const option = [255, 253, 6, ...Buffer.from('NOOP\r\n')];
    expect(new CommandLines().push(Uint8Array.from(option))).toEqual(['NOOP']);
  });

  it('commands in the character set of Windows keep their umlauts', () => {
    expect(new CommandLines().push(Buffer.from('STOR M\u00E4rz.zip\r\n', 'latin1'))).toEqual([
      'STOR März.zip',
    ]);
  });

  it('commands keep spaces within their argument, and options of a list are left out', () => {
    expect(parseCommand('stor a  b.zip ')).toEqual({ verb: 'STOR', argument: 'a  b.zip ' });
    expect(parseCommand('QUIT')).toEqual({ verb: 'QUIT', argument: '' });
    expect(parseCommand('')).toBeUndefined();
    expect([withoutOptions('-la /in'), withoutOptions('-a'), withoutOptions('in')]).toEqual([
      '/in',
      '',
      'in',
    ]);
  });
});

describe('paths', () => {
  it('paths of clients never leave the directory of their source, neither as they are shown nor on disk', () => {
    const parts = fc.array(fc.constantFrom('..', '.', '', 'a', 'ä b', '\\', '../..', '%2e%2e'), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(parts, parts, (directory, name) => {
        const path = resolvePath(`/${directory.join('/')}`, name.join('/'));
        if (path === undefined) return;
        expect(path.split('/').slice(1)).not.toContain('..');
        expect(path).toMatch(/^\//u);
        const disk = toDiskName(path);
        expect(disk).toMatch(/^[\w-]+$/u);
        expect(disk.length).toBeLessThan(200);
        expect(fromDiskName(disk)).toBe(path);
      }),
    );
  });

  it('paths with control characters, too many directories or too many bytes are refused', () => {
    const wrong = ['a\u0000b', 'a\nb', 'a/b/c/d/e/f', 'x'.repeat(200), 'ä'.repeat(70)];
    expect(wrong.map((name) => resolvePath('/', name))).toEqual(wrong.map(() => undefined));
  });
});

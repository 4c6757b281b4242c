import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readableAnswer } from './readable-answer.ts';

describe('an answer as text', () => {
  it('is what was sent', () => {
    expect(readableAnswer(Buffer.from('{"ok":true}\n\tSchön 🏠'), undefined)).toBe('{"ok":true}\n\tSchön 🏠');
  });

  it('ends before a character that was cut in its middle', () => {
    expect(readableAnswer(Buffer.from('ab🏠').subarray(0, 4), undefined)).toBe('ab');
  });

  it('has no controls that would blow it up where it is shown', () => {
    const text = readableAnswer(Buffer.alloc(16_384, 0), undefined);
    expect(text).toBe('\uFFFD'.repeat(16_384));
    expect(JSON.stringify(text).length).toBe(16_386);
  });

  it('names what is compressed and does not unpack it', () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000));
    expect(readableAnswer(bomb, 'gzip')).toBe(`(${bomb.length} bytes, gzip, not unpacked)`);
    expect(readableAnswer(Buffer.from('plain'), 'identity')).toBe('plain');
  });
});

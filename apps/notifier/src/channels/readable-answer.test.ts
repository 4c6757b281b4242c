import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readableAnswer } from './readable-answer.ts';

describe('an answer as text', () => {
  it('the text of a response is the body that was sent', () => {
    expect(readableAnswer(Buffer.from('{"ok":true}\n\tSchön 🏠'), undefined)).toBe('{"ok":true}\n\tSchön 🏠');
  });

  it('the text of a response ends before a truncated character', () => {
    expect(readableAnswer(Buffer.from('ab🏠').subarray(0, 4), undefined)).toBe('ab');
  });

  it('the text of a response has no control characters', () => {
    const text = readableAnswer(Buffer.alloc(16_384, 0), undefined);
    expect(text).toBe('\uFFFD'.repeat(16_384));
    expect(JSON.stringify(text).length).toBe(16_386);
  });

  it('the text of a compressed response names the compression and is not decompressed', () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000));
    expect(readableAnswer(bomb, 'gzip')).toBe(
      `(${bomb.length} bytes, compressed with gzip, not decompressed)`,
    );
    expect(readableAnswer(Buffer.from('plain'), 'identity')).toBe('plain');
  });
});

import { describe, expect, it } from 'vitest';
import { redacted } from './redact.ts';

describe('a text from which words are erased', () => {
  it.each([
    ['Jana Groß, jana@example.com', ['Jana', 'Groß', 'jana@example.com'], '[erased] [erased], [erased]'],
    ['JANA und Ben', ['jana'], '[erased] und Ben'],
    ['Tel. +49 (351) 1.2', ['+49 (351) 1.2'], 'Tel. [erased]'],
    ['Dr. Yi, a', ['', ' ', 'Yi', 'a'], 'Dr. Yi, a'],
    ['Wir haben Benno', ['Ben', 'Wir'], '[erased] haben Benno'],
    ['nothing', [], 'nothing'],
  ])('a text %j from which %j are erased is %j', (text, words, left) => {
    expect(redacted(text, words)).toBe(left);
  });
});

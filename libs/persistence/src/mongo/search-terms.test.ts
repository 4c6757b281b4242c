import { describe, expect, it } from 'vitest';
import { conditionsOnWords, findingTerms, isOneWord, termsOf } from './search-terms.ts';

describe('the terms of a text', () => {
  it('the terms of a text are its words and their beginnings of two, four and eight characters, each once', () => {
    expect(termsOf('Ha Haus, haus')).toEqual(['ha', 'haus']);
    expect(termsOf('Eigentumswohnung')).toEqual(['eigentumswohnung', 'eigentum', 'eige', 'ei']);
    expect(termsOf('3')).toEqual(['3']);
    expect(termsOf('', '!')).toEqual([]);
  });

  it('the terms of a text never cut a character into two', () => {
    expect(termsOf('𝒳𝒳𠮷𠮷𠮷')).toEqual(['xx𠮷𠮷𠮷', 'xx𠮷𠮷', 'xx']);
  });

  it('the terms of a text are found by the longest stored beginning of each word that is not the beginning of another one', () => {
    const rest = (word: string) => ({ terms: { $regex: `^${word}` } });
    expect(findingTerms('Mü')).toEqual({ terms: 'mu' });
    expect(findingTerms('mu münchen 3')).toEqual({ $and: [{ terms: 'munc' }, rest('munchen'), rest('3')] });
    expect(findingTerms('eigentumsw')).toEqual({ $and: [{ terms: 'eigentum' }, rest('eigentumsw')] });
  });

  it('the terms of a text are found by an index word by word, except words of one character', () => {
    expect(conditionsOnWords('eigentumswohnung mü 3')).toEqual([{ terms: 'eigentum' }, { terms: 'mu' }]);
    expect(['wohnung', 'wohn wohnung', 'haus ulm', 'haus 3', '3', ''].map(isOneWord)).toEqual([
      ...[true, true, false, false, false, false],
    ]);
  });
});

import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { LiveList } from '../api/use-live-list.ts';
import { LanguageProvider } from '../text/language.tsx';
import { ResourceList } from './resource-list.tsx';

const MORE = /Load more|Mehr laden/;
const RETRY = /Try again|Erneut versuchen/;

/** What is drawn of a list with one row and more to come. */
function drawn(part: Partial<LiveList<{ id: string }>>): string {
  const nothing = () => undefined;
  const list = {
    ...{ items: [{ id: '1' }], complete: false, loading: false, error: null, loadMore: nothing },
    ...{ refresh: nothing, ...part },
  };
  const rows = createElement(ResourceList, {
    ...{ label: 'rows', list, columns: [], empty: { icon: 'search' as const, title: 'None', text: 'None' } },
  });
  return renderToStaticMarkup(
    createElement(MantineProvider, null, createElement(LanguageProvider, null, rows)),
  );
}

describe('a live list as rows', () => {
  it('an error while more is loaded is shown below the rows, with a retry in the place of more', () => {
    expect(drawn({})).toMatch(MORE);
    expect(drawn({})).not.toMatch(RETRY);
    const failed = drawn({ error: new Error('The list cannot be read.') });
    expect(failed).toContain('The list cannot be read.');
    expect(failed).toMatch(RETRY);
    expect(failed).not.toMatch(MORE);
  });
});

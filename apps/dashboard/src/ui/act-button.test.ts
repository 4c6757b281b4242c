import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { drawn } from '../api/drawn.fixture.ts';
import { ActButton, ActLink } from './act-button.tsx';
import type { ActButtonProps } from './act-button.tsx';

const button = (props: Omit<ActButtonProps, 'children'>) =>
  drawn(createElement(ActButton, { ...props, children: 'Save' }), { role: 'editor' });

describe('a button that changes something', () => {
  it('a button keeps the focus while it acts: it is not disabled, and says that it is busy', () => {
    const busy = /<button(?=[^>]* aria-disabled="true")(?=[^>]* aria-busy="true")(?![^>]* disabled="")/;
    expect(button({ act: { isPending: true, mutate: () => undefined } })).toMatch(busy);
    expect(button({ type: 'submit', loading: true })).toMatch(busy);
  });

  it('a button and a link that change something are disabled for a key that may only read, and not there for a viewer', () => {
    for (const part of [
      createElement(ActButton, { children: 'Save' }),
      createElement(ActLink, { to: '/contacts/new', children: 'Save' }),
    ]) {
      expect(drawn(part, {})).toMatch(/<button[^>]* aria-disabled="true"[^>]*>.*Save/);
      expect(drawn(part, {})).not.toContain('href');
      expect(drawn(part, { role: 'viewer' })).not.toContain('Save');
    }
  });

  it('a button that cannot be used is disabled', () => {
    expect(button({ type: 'submit', disabled: true })).toMatch(/<button[^>]* disabled=""/);
  });
});

import type { ContactRequest } from '@estate/client';
import { describe, expect, it } from 'vitest';
import { HandlingDrafts } from './handling-drafts.ts';

const requestWith = (note: string, state = 'inProgress') =>
  ({ id: 'r', handling: { state, note } }) as unknown as ContactRequest;

const OPENED = requestWith('Calls back');
const DRAFT = { state: 'inProgress', assignee: '', note: 'Viewing on Friday' };

/** Drafts with one note that is not saved. */
function edited() {
  const drafts = new HandlingDrafts();
  drafts.change('a r', OPENED, { note: 'Viewing on Friday' });
  return drafts;
}

describe('the handlings of requests that are not saved', () => {
  it('a draft is kept with the request that it was begun over, whatever is read later', () => {
    const drafts = edited();
    drafts.change('a r', requestWith('Of somebody else'), { assignee: 'u' });
    expect(drafts.get('a r')).toEqual({ seen: OPENED, draft: { ...DRAFT, assignee: 'u' } });
    expect(drafts.get('b r')).toBeUndefined();
  });

  it('a draft that is typed back to what is saved is none', () => {
    const drafts = edited();
    drafts.change('a r', OPENED, { note: 'Calls back' });
    expect(drafts.get('a r')).toBeUndefined();
  });

  it('what a draft changes is kept beside the present state until it is taken up or dropped', () => {
    const drafts = edited();
    const present = requestWith('Of somebody else', 'done');
    const aside = { note: 'Viewing on Friday' };
    drafts.putAside('a r');
    expect(drafts.get('a r')).toEqual({ seen: OPENED, aside });
    drafts.change('a r', present, { assignee: 'u' });
    drafts.discard('a r');
    expect(drafts.get('a r')).toEqual({ seen: present, aside });
    drafts.takeUp('a r', present);
    expect(drafts.get('a r')).toEqual({ seen: present, draft: { ...DRAFT, state: 'done' } });
    drafts.putAside('a r');
    drafts.forget('a r');
    expect(drafts.get('a r')).toBeUndefined();
  });

  it('a draft that is saved is forgotten, one that was edited meanwhile stays over what was saved', () => {
    const drafts = edited();
    const sent = drafts.get('a r')?.draft;
    if (!sent) throw new Error('There is no draft.');
    drafts.change('a r', OPENED, { note: 'Viewing on Friday at 3' });
    const saved = requestWith('Viewing on Friday');
    drafts.saved('a r', sent, saved);
    expect(drafts.get('a r')).toEqual({ seen: saved, draft: { ...DRAFT, note: 'Viewing on Friday at 3' } });
    const second = drafts.get('a r')?.draft;
    if (second) drafts.saved('a r', second, requestWith(second.note));
    expect(drafts.get('a r')).toBeUndefined();
  });

  it('everybody who shows drafts hears of a change', () => {
    const drafts = new HandlingDrafts();
    let changes = 0;
    const end = drafts.subscribe(() => (changes += 1));
    drafts.change('a r', OPENED, { note: 'x' });
    end();
    drafts.forget('a r');
    expect(changes).toBe(1);
  });
});

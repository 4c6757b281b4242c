import { INBOX_EVENTS } from '@estate/contracts';
import { manifests } from '@estate/manifests';
import { describe, expect, it } from 'vitest';

const inbox = manifests.find(({ name }) => name === 'inbox');

describe('the inbox at the broker', () => {
  it('the inbox can have erased what it publishes, and no service publishes on these subjects but the inbox', () => {
    const events = (inbox?.tells ?? []).filter(({ kind }) => kind === 'event').map(({ subject }) => subject);
    expect([...INBOX_EVENTS].sort()).toEqual(events.sort());
    const others = manifests.filter(({ name }) => name !== 'inbox').flatMap(({ tells }) => tells);
    expect(others.filter(({ subject }) => INBOX_EVENTS.includes(subject as never))).toEqual([]);
  });

  it('the inbox asks for no erasure of a person or an account, and only the inbox asks for that of its events', () => {
    const erasing = (inbox?.asks ?? []).map(({ subject }) => subject).filter((one) => one.includes('erase'));
    expect(erasing).toEqual(['ask.notifier.erase-events']);
    const asking = manifests.filter(({ asks }) =>
      asks.some(({ subject }) => subject === 'ask.notifier.erase-events'),
    );
    expect(asking.map(({ name }) => name)).toEqual(['inbox']);
  });
});

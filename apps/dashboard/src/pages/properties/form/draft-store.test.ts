import { describe, expect, it } from 'vitest';
import { DraftStore } from './draft-store.ts';
import { propertyDraftOf } from './property-draft.ts';
import type { AttachmentDraft, PropertyDraft } from './property-draft.ts';

const first = propertyDraftOf({ type: 'houseBuy', sections: [] });
const file = { key: '0', name: 'garden.jpg', type: 'image/jpeg', size: 1 };
const photo: AttachmentDraft = { row: 0, url: '', title: '', isBlueprint: false, kept: {}, file };
const withPreview = ({ attachments }: PropertyDraft) => ({
  attachments: attachments.map((one) => ({ ...one, file: { ...file, preview: 'data:' } })),
});

describe('the unsaved entries of the forms of properties', () => {
  it('unsaved entries are kept with every change, also with several before the form is shown again', () => {
    const store = new DraftStore();
    store.change('new', first, { externalId: 'A-1' });
    store.change('new', first, ({ externalId }) => ({ externalId: `${externalId}2` }));
    store.change('new', first, { attachments: [photo] });
    expect(store.get('new')).toEqual({ ...first, externalId: 'A-12', attachments: [photo] });
    expect(store.has('other')).toBe(false);
  });

  it('a small picture that is ready while entries are unsaved is kept with the newest of them', () => {
    const store = new DraftStore();
    store.change('new', first, { attachments: [photo] });
    store.change('new', first, { externalId: 'A-1' });
    expect(store.amend('new', withPreview)).toBe(true);
    expect(store.get('new')).toMatchObject({
      externalId: 'A-1',
      attachments: [{ file: { preview: 'data:' } }],
    });
  });

  it('a small picture that is ready after the entries were saved or discarded does not bring them back', () => {
    const store = new DraftStore();
    store.change('new', first, { attachments: [photo] });
    store.forget('new');
    expect(store.amend('new', withPreview)).toBe(false);
    expect([store.has('new'), store.get('new')]).toEqual([false, undefined]);
  });
});

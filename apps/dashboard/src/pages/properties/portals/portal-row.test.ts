import type { Listing, Target } from '@estate/client';
import { describe, expect, it } from 'vitest';
import { listedIn, readyIn, rowsOf } from './portal-row.ts';

const targetOf = (id: string, more: Partial<Target> = {}) => ({ id, type: 'immowelt', ...more }) as Target;
const good = { dryRun: { publishable: true, problems: [] } };
const bad = { dryRun: { publishable: false, problems: [] } };

describe('the portals of a property', () => {
  const targets = [
    targetOf('listed'),
    targetOf('ready'),
    targetOf('blocked'),
    targetOf('waiting', { authorizationStatus: 'pending' }),
    targetOf('connected', { authorizationStatus: 'accepted' }),
    targetOf('unknown'),
  ];
  const rows = (processingStatus: 'successful' | 'failed' | 'pending') =>
    rowsOf({
      property: { processingStatus },
      targets,
      names: targets.map(({ id }) => `Name of ${id}`),
      listings: [{ id: 'l', targetId: 'listed' } as Listing],
      checked: { ready: good, blocked: bad, waiting: good, connected: good, unknown: { error: new Error() } },
    });

  it('every target has a row that says why the property cannot be published there', () => {
    expect(rows('successful').map(({ name, whyNot }) => [name, whyNot])).toEqual([
      ['Name of listed', undefined],
      ['Name of ready', undefined],
      ['Name of blocked', 'blocked'],
      ['Name of waiting', 'notConnected'],
      ['Name of connected', undefined],
      ['Name of unknown', 'unchecked'],
    ]);
    expect(readyIn(rows('pending')).map(({ target }) => target.id)).toEqual(['ready', 'connected']);
    expect(listedIn(rows('successful')).map(({ target }) => target.id)).toEqual(['listed']);
  });

  it('a property that failed processing is ready nowhere and can still be taken down', () => {
    const failed = rows('failed');
    expect(readyIn(failed)).toEqual([]);
    expect(failed.map(({ whyNot }) => whyNot)).toEqual([
      undefined,
      ...Array.from({ length: 5 }, () => 'notProcessed'),
    ]);
    expect(listedIn(failed)).toHaveLength(1);
  });
});

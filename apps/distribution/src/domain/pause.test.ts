import { describe, expect, it } from 'vitest';
import { pauseOf } from './pause.ts';

const at = new Date('2026-11-01T08:30:00.000Z');

describe('the pause of a target in words', () => {
  it('a target that nothing stopped has no pause', () => {
    expect(pauseOf({})).toBeUndefined();
  });

  it('a pause of a customer says since when, by which key, why, and what ends it', () => {
    const actor = { kind: 'api_key', name: 'Production' };
    expect(pauseOf({ customerPause: { at, actor, reason: 'The portal moves.' } })).toEqual({
      by: 'customer',
      at: '2026-11-01T08:30:00.000Z',
      reason: 'The portal moves.',
      actor,
      message:
        'Publishing to this target has been paused since 2026-11-01 08:30 UTC by the API key "Production". Due listings wait and are published when the target is resumed (POST /targets/{id}/resume). Reason: The portal moves.',
    });
  });

  it.each([
    [{ kind: 'dashboard', name: 'Office' }, 'a person in the dashboard, signed in with the API key "Office"'],
    [{ kind: 'api_key' }, 'an API key'],
    [{ kind: 'user', name: 'Anna Adler' }, 'the user "Anna Adler"'],
    [{ kind: 'user' }, 'a user of the account'],
    [{ kind: 'link', name: 'Branch north' }, 'a person with the dashboard link "Branch north"'],
    [{ kind: 'import', name: 'night.zip' }, 'the import "night.zip"'],
    [{ kind: 'operator', name: 'support@example.com' }, 'the operator of the service'],
    [{ kind: 'of-a-newer-version', name: 'Robot' }, '"Robot"'],
    [undefined, 'the account'],
  ])('a pause of a customer by %j says so', (actor, words) => {
    const message = pauseOf({ customerPause: { at, ...(actor && { actor }) } })?.message;
    expect(message).toContain(`since 2026-11-01 08:30 UTC by ${words}.`);
    expect(message).not.toContain('Reason');
  });

  it('the pause of the operator comes first, that of the customer last', () => {
    const pause = pauseOf({ pausedAt: at, setAside: { at, deaths: 5 }, customerPause: { at } });
    expect(pause).toMatchObject({ by: 'operator', others: [{ by: 'service' }, { by: 'customer' }] });
    expect(pause?.message).toContain('since 2026-11-01 08:30 UTC by the operator of the service.');
  });
});

import { createTarget, explainTarget, updateTarget } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import { PROFILE } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import type { PlatformProfile } from '../platforms/profiles.ts';

let stage: Stage;

eachOnStage((opened) => {
  stage = opened;
  const requiredCredentials = [...PROFILE.requiredCredentials, 'providerNumber' as const];
  const requests = { ...PROFILE.requests, collect: false };
  (stage.deps.profiles as Map<string, PlatformProfile>).set('portal', {
    ...PROFILE,
    requiredCredentials,
    requests,
    tls: 'required',
  });
});

const credentials = { host: '127.0.0.1', username: 'agent', password: 'secret', secure: false };
const ALL = [
  'credentials.providerNumber credentials-incomplete',
  'autoCollectRequests request-collection-unsupported',
  'credentials.secure invalid-input',
  'credentials.host address-forbidden',
];
const named = ({ problems }: { problems: readonly { path: string; code: string }[] }) =>
  problems.map(({ path, code }) => `${path} ${code}`);

describe('a target that does not suit its platform', () => {
  it('a target that does not suit its platform is refused for everything at once, when it is created and when it is replaced', async () => {
    const input = { type: 'portal', credentials, autoCollectRequests: true };
    const created: unknown = await stage.ask(createTarget, input).catch((error: unknown) => error);
    expect(named(created as never)).toEqual(ALL);
    const id = await stage.addTarget();
    const replaced: unknown = await stage
      .ask(updateTarget, { ...input, id })
      .catch((error: unknown) => error);
    expect(named(replaced as never)).toEqual(ALL);
  });

  it('a target that does not suit its platform is explained from the fields that are known', async () => {
    const { password: _, ...known } = credentials;
    const question = { type: 'portal', credentials: known, hasPassword: true, autoCollectRequests: true };
    expect(named(await stage.ask(explainTarget, question))).toEqual(ALL);
    const nothing = { type: 'portal', credentials: {}, hasPassword: false };
    const missing = ['host', 'username', 'password', 'providerNumber'];
    expect(named(await stage.ask(explainTarget, nothing))).toEqual(
      missing.map((name) => `credentials.${name} credentials-incomplete`),
    );
    const replacing = { ...nothing, id: 'x' };
    expect(named(await stage.ask(explainTarget, replacing))).not.toContain(
      'credentials.password credentials-incomplete',
    );
  });

  it('a target that does not suit its platform is explained by its type alone when that is unknown, and not at all when it has no login', async () => {
    const unknown = { type: 'other', credentials: {}, hasPassword: false, autoCollectRequests: true };
    expect(await stage.ask(explainTarget, unknown)).toEqual({
      problems: [
        {
          path: 'type',
          message: 'type must be one of portal, marketplace-24, feed',
          code: 'target-type-unknown',
        },
      ],
      instead: true,
    });
    expect(await stage.ask(explainTarget, { credentials: {}, hasPassword: false })).toEqual({
      problems: [
        {
          path: 'type',
          message: 'type is required and must be one of portal, marketplace-24, feed',
          code: 'required',
        },
      ],
      instead: true,
    });
    const flow = { type: stage.market.type, credentials: {}, hasPassword: false };
    expect(await stage.ask(explainTarget, flow)).toEqual({ problems: [] });
  });
});

import type { explainTarget, InputOf, OutputOf } from '@estate/contracts';
import { InvalidInput, Unavailable } from '@estate/errors';
import { describe, expect, it } from 'vitest';
import { explainedInput } from './explained-input.ts';
import { sampleRequest } from './sample-request.fixture.ts';
import { targetRoutes } from '../../routes/targets.ts';

type Question = InputOf<typeof explainTarget>;
type Explanation = OutputOf<typeof explainTarget>;

const asked: Question[] = [];

async function refused(
  body: object,
  explanation: Explanation | Error,
  params: Record<string, string> = {},
): Promise<InvalidInput> {
  asked.length = 0;
  const method = 'id' in params ? 'PUT' : 'POST';
  const apiRoute = targetRoutes.find((one) => one.method === method && one.explain !== undefined);
  if (!apiRoute) throw new Error('no route explains');
  const askOwner = (_operation: unknown, question: Question) => {
    asked.push(question);
    return explanation instanceof Error ? Promise.reject(explanation) : Promise.resolve(explanation);
  };
  const call = { accountId: 'd1a2b3c4e5f6g7h8i9j0', requestId: 'request-1', permissions: [] };
  const request = sampleRequest({ method, url: '/targets', params, body });
  try {
    await explainedInput(apiRoute, request, { call, deps: { askOwner: askOwner as never } });
  } catch (error) {
    if (error instanceof InvalidInput) return error;
    throw error;
  }
  throw new Error('was not refused');
}

const PROVIDER = {
  path: 'credentials.providerNumber',
  message: 'credentials.providerNumber is required by Portal',
  code: 'credentials-incomplete',
};
const HOST = {
  path: 'credentials.host',
  message: 'credentials.host is required by Portal',
  code: 'credentials-incomplete',
};
const body = {
  type: 'portal',
  credentials: { username: 'agent', password: 'secret' },
  autoCollectRequests: true,
};
const pathsOf = ({ problems }: InvalidInput) => problems.map(({ path }) => path);

describe('a refused target', () => {
  it('a refused target lists the problems of contract and platform at once, each field once', async () => {
    const error = await refused(body, { problems: [HOST, PROVIDER] });
    expect(error.code).toBe('validation-failed');
    expect(pathsOf(error)).toEqual(['credentials.host', 'credentials.providerNumber']);
    expect(error.message).toBe(
      'credentials.host is required; credentials.providerNumber is required by Portal.',
    );
  });

  it('a refused target with an unknown type names the type alone', async () => {
    const type = { path: 'type', message: 'type must be one of portal', code: 'target-type-unknown' };
    const error = await refused({ type: 'other', redirectUrl: 'x' }, { problems: [type], instead: true });
    expect(error.code).toBe('target-type-unknown');
    expect(error.message).toBe('type must be one of portal.');
    expect(pathsOf(error)).toEqual(['type']);
  });

  it('a refused target without a type names the type alone, as required', async () => {
    const type = {
      path: 'type',
      message: 'type is required and must be one of portal',
      code: 'required',
    };
    const error = await refused({}, { problems: [type], instead: true });
    expect([error.code, error.message]).toEqual(['validation-failed', `${type.message}.`]);
    expect(asked).toEqual([{ credentials: {}, hasPassword: false }]);
  });

  it.each([5, null, 'x'.repeat(300)])('a refused target has an unknown type: %j', async (type) => {
    const problem = { path: 'type', message: 'type must be one of portal', code: 'target-type-unknown' };
    const error = await refused({ type }, { problems: [problem], instead: true });
    expect([error.code, error.message]).toEqual(['target-type-unknown', 'type must be one of portal.']);
  });

  it('a refused target is explained by its owner from the fields that fit the contract, never from its password', async () => {
    const credentials = {
      host: 5,
      username: 'agent',
      password: 'secret',
      secure: false,
      contact: { email: 'a' },
    };
    await refused({ ...body, credentials }, { problems: [] });
    expect(asked).toEqual([
      {
        type: 'portal',
        credentials: { username: 'agent', secure: false },
        hasPassword: true,
        autoCollectRequests: true,
      },
    ]);
    await refused({ type: 'portal' }, { problems: [] }, { id: 'd1a2b3c4e5f6g7h8i9jt' });
    expect(asked).toEqual([
      { id: 'd1a2b3c4e5f6g7h8i9jt', type: 'portal', credentials: {}, hasPassword: false },
    ]);
  });

  it('a refused target lists the problems of the contract when its owner is unavailable', async () => {
    expect(pathsOf(await refused(body, new Unavailable('away')))).toEqual(['credentials.host']);
  });
});

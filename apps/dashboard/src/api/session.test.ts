import { afterEach, describe, expect, it, vi } from 'vitest';
import { readSessionEarly, session } from './session.ts';

const NOBODY = { signedIn: false };
const answers: (() => Promise<Response>)[] = [];

function answer(...next: (() => Promise<Response>)[]): void {
  answers.push(...next);
  vi.stubGlobal('fetch', () => answers.shift()?.() ?? Promise.reject(new Error('nothing more is asked for')));
}

const nobody = () => Promise.resolve(Response.json(NOBODY));

describe('the session that a page reads', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    answers.length = 0;
  });

  it('the session that was read early is used once, and then it is read again', async () => {
    answer(nobody, nobody);
    readSessionEarly();
    expect(await session.read()).toEqual(NOBODY);
    expect(answers.length).toBe(1);
    expect(await session.read()).toEqual(NOBODY);
    expect(answers.length).toBe(0);
  });

  it('an error of the session that was read early is that of the first reading', async () => {
    answer(() => Promise.reject(new Error('no network')), nobody);
    readSessionEarly();
    await new Promise((resolve) => setTimeout(resolve));
    await expect(session.read()).rejects.toThrow('no network');
    expect(await session.read()).toEqual(NOBODY);
  });
});

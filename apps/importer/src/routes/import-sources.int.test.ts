import { getImportSource as getOperation, listUnknownTargets } from '@estate/contracts';
import type { ImportSource, ImportSourceWithPassword, InputOf, Operation } from '@estate/contracts';
import { etagOf } from '@estate/messaging';
import type { Answer, Preconditions } from '@estate/messaging';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import type { Deps } from '../deps.ts';
import { isPassword } from '../sources/source-login.ts';
import {
  createImportSource,
  deleteImportSource,
  getImportSource,
  listImportSources,
  rotateImportSourcePassword,
  updateImportSource,
} from './import-sources.ts';
import { listSourcesNamingTarget } from './import-questions.ts';

const ADDRESS = { host: 'ftp.example.org', port: 21, passivePorts: { from: 1, to: 2 }, secure: true };
const TARGET = newId();
const FOREIGN_TARGET = newId();

let stage: Stage;
let accountId: string;
let deps: Deps;
/** After so many questions, the target is being deleted. */
let deletedAfter: number;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
beforeEach(() => {
  accountId = newId();
  deletedAfter = Infinity;
  /** The distribution, which shows a target to its account alone, and may be deleting it. */
  const ask = (operation: Operation, { targets }: InputOf<typeof listUnknownTargets>) => {
    expect(operation).toBe(listUnknownTargets);
    deletedAfter -= 1;
    const isKnown = (one: { id: string; accountId: string }) =>
      one.id === TARGET && one.accountId === accountId;
    return Promise.resolve({
      unknown: targets.filter((one) => !isKnown(one)).map(({ id }) => id),
      deleting: targets.filter((one) => isKnown(one) && deletedAfter < 0).map(({ id }) => id),
    });
  };
  const clock = () => new Date();
  deps = {
    ...{ ...stage.stores, bus: { ask }, clock, newId, ftpAddress: ADDRESS, shownAddress: ADDRESS },
  } as unknown as Deps;
});

type Terms = Preconditions & { accountId?: string; reservedId?: string };

const ask = <T>(route: (of: Deps) => Answer, input: unknown, terms: Terms = {}) =>
  route(deps).handle(input, { requestId: 'req-test-0001', accountId, ...terms }) as Promise<T>;
const create = (input: object = {}, terms?: Terms) =>
  ask<ImportSourceWithPassword>(createImportSource, { name: 'Office', ...input }, terms);
const get = (id: string, terms?: Terms) => ask<ImportSource>(getImportSource, { id }, terms);
const loginOf = async (user: string) => (await stage.stores.importSources.findByUser(user))!;

describe('an import source', () => {
  it('an import source is created with a login of its own, and its password is shown once and stored as a hash', async () => {
    const { password, ...made } = await create({ targetIds: [TARGET], preventPublication: true });
    expect(made).toMatchObject({
      ...{ ...ADDRESS, name: 'Office', folder: '/', targetIds: [TARGET], preventPublication: true },
      ...{ maxRemovedShare: 0.3, state: 'waiting', user: expect.stringMatching(/^i[a-z0-9]{13}$/) as string },
    });
    expect(await get(made.id)).toEqual(made);
    const stored = await loginOf(made.user);
    expect(JSON.stringify(stored)).not.toContain(password);
    expect([isPassword(stored, password), isPassword(stored, `${password}x`)]).toEqual([true, false]);
    const other = await create();
    expect(other.user).not.toBe(made.user);
    expect(other.password).not.toBe(password);
  });

  it('an import source accepts logins over TLS only unless that is asked for, and a change without it leaves it', async () => {
    expect(await create()).toMatchObject({ allowPlainLogins: false });
    const made = await create({ allowPlainLogins: true });
    expect(made).toMatchObject({ allowPlainLogins: true });
    const change = (input: object) => ask(updateImportSource, { id: made.id, name: 'Office', ...input });
    expect(await change({})).toMatchObject({ allowPlainLogins: true });
    expect(await change({ allowPlainLogins: false })).toMatchObject({ allowPlainLogins: false });
    expect(await change({})).toMatchObject({ allowPlainLogins: false });
  });

  it('an import source from before there was a choice accepts logins without TLS until it is changed', async () => {
    const { id } = await create();
    await stage.db
      .collection<{ _id: string }>('import-sources')
      .updateOne({ _id: id }, { $unset: { allowPlainLogins: '' } });
    expect(await get(id)).toMatchObject({ allowPlainLogins: true });
    await ask(updateImportSource, { id, name: 'Office' });
    expect(await get(id)).toMatchObject({ allowPlainLogins: true });
  });

  it('an import source of a server without TLS accepts logins without it', async () => {
    deps.ftpAddress = { ...ADDRESS, secure: false };
    expect(await create()).toMatchObject({ allowPlainLogins: true });
  });

  it('an import source whose creation comes again is the same one with a new password, which alone is right', async () => {
    const reservedId = newId();
    const first = await create({}, { reservedId });
    const again = await create({}, { reservedId });
    expect([again.id, again.user]).toEqual([reservedId, first.user]);
    const stored = await loginOf(first.user);
    expect([isPassword(stored, first.password), isPassword(stored, again.password)]).toEqual([false, true]);
    expect(
      (await ask<{ data: unknown[] }>(listImportSources, { limit: 10, order: 'asc' })).data,
    ).toHaveLength(1);
  });

  it.each([
    ['of another account', FOREIGN_TARGET],
    ['that is unknown', newId()],
  ])('an import source with a target %s is refused, also in a change', async (_which, id) => {
    const refusedAt = (path: string) => ({
      code: 'target-unknown',
      message: `${path}: there is no target with the id ${id}.`,
      problems: [{ path }],
    });
    await expect(create({ targetIds: [TARGET, id] })).rejects.toMatchObject(refusedAt('targetIds.1'));
    const made = await create();
    const changed = ask(updateImportSource, { id: made.id, name: 'Office', targetIds: [id] });
    await expect(changed).rejects.toMatchObject(refusedAt('targetIds.0'));
    expect((await get(made.id)).targetIds).toEqual([]);
  });

  it('an import source is not created with a target whose deletion begins at the same time', async () => {
    deletedAfter = 1;
    await expect(create({ targetIds: [TARGET] })).rejects.toMatchObject({ code: 'target-unknown' });
    const { data } = await ask<{ data: unknown[] }>(listImportSources, { limit: 10, order: 'asc' });
    expect(data).toEqual([]);
  });

  it('an import source that is changed to a target whose deletion begins at the same time keeps its former targets', async () => {
    const { id } = await create();
    deletedAfter = 1;
    const changed = ask(updateImportSource, { id, name: 'Office', targetIds: [TARGET] });
    await expect(changed).rejects.toMatchObject({ code: 'target-unknown' });
    expect((await get(id)).targetIds).toEqual([]);
  });

  it('an import source that names a target which was deleted can be changed, with it or without it', async () => {
    const { id } = await create({ targetIds: [TARGET] });
    const gone = newId();
    await stage.db
      .collection<{ _id: string }>('import-sources')
      .updateOne({ _id: id }, { $set: { targetIds: [TARGET, gone] } });
    const change = (targetIds: string[]) =>
      ask<ImportSource>(updateImportSource, { id, name: 'Other', targetIds });
    expect(await change([TARGET, gone])).toMatchObject({ name: 'Other', targetIds: [TARGET, gone] });
    await expect(change([gone, newId()])).rejects.toMatchObject({ code: 'target-unknown' });
    expect(await change([TARGET])).toMatchObject({ targetIds: [TARGET] });
    await expect(change([gone])).rejects.toMatchObject({ code: 'target-unknown' });
  });

  it('an import source is listed for the target that it names, and not for other accounts', async () => {
    const { id } = await create({ targetIds: [TARGET] });
    await create();
    const naming = (terms?: Terms) => ask(listSourcesNamingTarget, { targetId: TARGET }, terms);
    expect(await naming()).toEqual({ count: 1, data: [{ id, name: 'Office' }] });
    expect(await naming({ accountId: newId() })).toEqual({ count: 0, data: [] });
  });

  it.each([
    ['is too deep', '/a/b/c/d/e/f'],
    ['is too long', `/${'x'.repeat(190)}`],
  ])('an import source with a directory that %s is refused', async (_why, folder) => {
    await expect(create({ folder })).rejects.toMatchObject({
      ...{ code: 'import-folder-invalid', problems: [{ path: 'folder' }] },
      message: 'folder must have at most 5 levels and 130 bytes, and no control characters.',
    });
  });

  it('an import source has the directory that its name leads to, and never one above its own', async () => {
    expect((await create({ folder: 'in\\heute' })).folder).toBe('/in/heute');
    expect((await create({ folder: '../../etc' })).folder).toBe('/etc');
  });

  it('an import source is refused without an FTP server, and shown as long as it exists', async () => {
    const { id } = await create();
    deps.ftpAddress = undefined;
    await expect(create()).rejects.toMatchObject({ code: 'import-sources-unavailable' });
    expect((await get(id)).id).toBe(id);
  });

  it('an import source beyond the limit of its account is refused, and one of another account is not', async () => {
    const now = new Date();
    const settings = { folder: '/', targetIds: [], maxRemovedShare: 1, createdAt: now, updatedAt: now };
    for (let count = 0; count < 100; count += 1) {
      const login = { user: newId(), passwordHash: 'x', name: 'Office', state: 'waiting' as const };
      await stage.stores.importSources.insert({ id: newId(), accountId, ...login, ...settings });
    }
    await expect(create()).rejects.toMatchObject({ code: 'too-many-import-sources' });
    await expect(create({}, { accountId: newId() })).resolves.toMatchObject({ name: 'Office' });
  });

  it('an import source is changed without its login, and what a change leaves out has its default', async () => {
    const made = await create({
      targetIds: [TARGET],
      preventPublication: true,
      maxRemovedShare: 1,
      folder: 'a',
    });
    const before = await loginOf(made.user);
    const changed = await ask<ImportSource>(updateImportSource, { id: made.id, name: 'Munich' });
    expect(changed).toMatchObject({ name: 'Munich', folder: '/', targetIds: [], maxRemovedShare: 0.3 });
    expect(changed).not.toHaveProperty('preventPublication');
    expect(changed).not.toHaveProperty('password');
    expect(await loginOf(made.user)).toMatchObject({ passwordHash: before.passwordHash, user: made.user });
  });

  it('an import source is neither changed nor deleted while If-Match names another state', async () => {
    const { id } = await create();
    const ifMatch = '"another"';
    for (const route of [updateImportSource, deleteImportSource] as const)
      await expect(
        ask(route, { id, ...(route === updateImportSource && { name: 'New' }) }, { ifMatch }),
      ).rejects.toMatchObject({ code: 'precondition-failed' });
    const shown = await get(id);
    const right = { ifMatch: etagOf(JSON.stringify(getOperation.output.parse(shown))) };
    expect(await ask(deleteImportSource, { id }, right)).toEqual(shown);
  });

  it('an import source whose password is rotated has only the new one', async () => {
    const { id, user, password } = await create();
    const rotated = await ask<ImportSourceWithPassword>(rotateImportSourcePassword, { id });
    const stored = await loginOf(user);
    expect([rotated.user, isPassword(stored, password), isPassword(stored, rotated.password)]).toEqual([
      ...[user, false, true],
    ]);
  });

  it('an import source that is deleted has no login any more, and is unknown', async () => {
    const { id, user } = await create();
    await ask(deleteImportSource, { id });
    expect(await stage.stores.importSources.findByUser(user)).toBeNull();
    await expect(get(id)).rejects.toMatchObject({ code: 'import-source-not-found' });
    await expect(ask(deleteImportSource, { id })).rejects.toMatchObject({ code: 'import-source-not-found' });
  });

  it('an import source of another account is unknown to every route, and listed by none', async () => {
    const { id, user } = await create();
    const before = await loginOf(user);
    const stranger = { accountId: newId() };
    for (const [route, input] of [
      [getImportSource, {}],
      [deleteImportSource, {}],
      [rotateImportSourcePassword, {}],
      [updateImportSource, { name: 'Mine' }],
    ] as const)
      await expect(ask(route, { id, ...input }, stranger)).rejects.toMatchObject({
        ...{ code: 'import-source-not-found', message: `There is no import source with the id ${id}.` },
      });
    expect(await ask(listImportSources, { limit: 10, order: 'asc' }, stranger)).toMatchObject({
      hasMore: false,
      data: [],
    });
    expect(await loginOf(user)).toEqual(before);
  });

  it('import sources are listed page by page, without passwords', async () => {
    const made = [await create(), await create(), await create()];
    const ids: string[] = [];
    for (let startAfter: string | undefined; ; startAfter = ids.at(-1)) {
      const query = { limit: 2, order: 'asc', ...(startAfter !== undefined && { startAfter }) };
      const page = await ask<{ data: ImportSource[]; hasMore: boolean }>(listImportSources, query);
      ids.push(...page.data.map(({ id }) => id));
      expect(JSON.stringify(page)).not.toMatch(/password/i);
      if (!page.hasMore) break;
    }
    expect(ids).toEqual(made.map(({ id }) => id).toSorted());
  });
});

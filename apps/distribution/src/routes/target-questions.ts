import * as contracts from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

const countListingsRoute = ({ listings }: Deps) =>
  answer(contracts.countListings, async ({ propertyId }, { accountId }) => ({
    count: await listings.countOfProperty(accountId, propertyId),
  }));

/** The targets of an account that is being closed still count: what names them is erased with the account. */
const listOwnersRoute = ({ targets, listingsNamed }: Pick<Deps, 'targets' | 'listingsNamed'>) =>
  answer(contracts.listDistributionOwners, async ({ ids }) => {
    const [found, ofListings] = await Promise.all([targets.peekAll(ids), listingsNamed(ids)]);
    const ofTargets = found.map(({ id, accountId, deletedAt, closing }) => ({
      ...{ id, accountId },
      ...(deletedAt && !closing && { isDeleted: true as const }),
    }));
    return { data: [...ofTargets, ...ofListings] };
  });

const findTargetByEmailRoute = ({ targets }: Deps) =>
  answer(contracts.findTargetByEmail, async ({ emailId }) => {
    const asked = await targets.findByEmail(emailId);
    const target = asked ?? (await targets.reports.find(emailId));
    if (!target) return {};
    const { id: targetId, accountId, closing } = target;
    const isFor = { ...(closing && { isClosing: true }), ...(!asked && { isForReports: true }) };
    return { target: { targetId, accountId, ...isFor } };
  });

/** The targets of an account that is being closed still count: what names them is erased with the account. */
const listUnknownTargetsRoute = ({ targets: store }: Pick<Deps, 'targets'>) =>
  answer(contracts.listUnknownTargets, async ({ targets }) => {
    const found = await store.peekAll(targets.map(({ id }) => id));
    const present = new Map(
      found.filter(({ deletedAt, closing }) => !deletedAt || closing).map((target) => [target.id, target]),
    );
    const isKnown = ({ id, accountId }: (typeof targets)[number]) => present.get(id)?.accountId === accountId;
    const [known, unknown] = [targets.filter(isKnown), targets.filter((target) => !isKnown(target))];
    return {
      unknown: unknown.map(({ id }) => id),
      deleting: known.filter(({ id }) => present.get(id)?.deleting).map(({ id }) => id),
    };
  });

/** How often publications to all targets of an account succeeded, day by day. */
const getPublicationActivityRoute = ({
  targets,
  attemptDays,
  clock,
}: Pick<Deps, 'targets' | 'attemptDays' | 'clock'>) =>
  answer(contracts.getPublicationActivity, async ({ days }, { accountId }) => {
    const own = await targets.ofAccount(accountId);
    return attemptDays.summary(
      own.map(({ id }) => id),
      { days, now: clock() },
    );
  });

/** The questions of other services about targets and listings. */
export const targetQuestionRoutes = (deps: Deps) => [
  countListingsRoute(deps),
  listOwnersRoute(deps),
  findTargetByEmailRoute(deps),
  listUnknownTargetsRoute(deps),
  getPublicationActivityRoute(deps),
];

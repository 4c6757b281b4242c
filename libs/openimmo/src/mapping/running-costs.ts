import type { AnyFields } from '@estate/contracts';
import type { Draft } from '../read/draft.ts';
import type { Found, Place } from '../read/found.ts';
import { flagIn } from '../read/values.ts';
import { readMonthly } from './periods.ts';

export type Rents = Pick<
  Partial<AnyFields>,
  'baseRent' | 'additionalCosts' | 'additionalCostsIncludeHeatingCosts' | 'heatingCosts'
>;
export const MAX_AMOUNT = 1e9;

export const inCents = (amount: number) => Math.round(amount * 100) / 100;

/** True if the additional costs contain an unknown share of heating, which the format separates. */
export function isHeatingInseparable(rents: Rents): boolean {
  const { additionalCosts, additionalCostsIncludeHeatingCosts, heatingCosts = Infinity } = rents;
  if (additionalCosts === undefined || !additionalCostsIncludeHeatingCosts) return false;
  return heatingCosts > additionalCosts;
}

/** The running costs, without heating if that is known. */
export function runningCosts(rents: Rents): number | undefined {
  const { baseRent, additionalCosts, additionalCostsIncludeHeatingCosts, heatingCosts } = rents;
  if (additionalCosts === undefined || heatingCosts === undefined) return additionalCosts;
  // Without a cold rent, readers interpret the costs by the flag.
  if (baseRent === undefined) return additionalCosts;
  if (!additionalCostsIncludeHeatingCosts || isHeatingInseparable(rents)) return additionalCosts;
  return inCents(additionalCosts - heatingCosts);
}

/** True if the total rent is the sum of the base rent and these costs, so that they contain all heating. */
export function isSumOf(
  { baseRent, totalRent }: Pick<Partial<AnyFields>, 'baseRent' | 'totalRent'>,
  costs: number | undefined,
): boolean {
  if (baseRent === undefined || totalRent === undefined || costs === undefined) return false;
  return inCents(baseRent + costs) === inCents(totalRent);
}

/** The rents as they are written, with their period. */
function rentsIn(prices: Place, draft: Draft) {
  const amountAt = (field: 'baseRent' | 'totalRent', path: string) =>
    draft.peek(field, prices.findFilled(path)?.text);
  const coldRent = amountAt('baseRent', 'kaltmiete');
  return {
    coldRent,
    baseRent: amountAt('baseRent', 'nettokaltmiete') ?? coldRent,
    totalRent: amountAt('totalRent', 'warmmiete'),
  };
}

/** Reads the costs. They exclude heating if a rent with running costs is given, too, unless the total rent shows that they contain it. */
export function readRunningCosts(found: Found, draft: Draft): void {
  const { within } = found;
  const rents = rentsIn(within, draft);
  const includes = flagIn(within.find('heizkosten_enthalten')?.text ?? '') === true;
  const isSeparated =
    draft.has('heatingCosts') &&
    includes &&
    rents.coldRent !== undefined &&
    !isSumOf(rents, draft.peek('additionalCosts', found.text));
  const heating = isSeparated ? draft.peek('heatingCosts', within.findFilled('heizkosten')?.text) : undefined;
  readMonthly('additionalCosts', (costs) => {
    const sum = heating === undefined ? Infinity : inCents(costs + heating);
    return sum > MAX_AMOUNT ? costs : sum;
  })(found, draft);
}

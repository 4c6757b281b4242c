import { Auditor } from '@estate/persistence';
import type { AuditorOptions, Invariant } from '@estate/persistence';
import { byEngine } from './by-engine.ts';

/** Breaks an invariant; gives the id of the document that violates it. */
interface Damage {
  plant: () => Promise<string>;
  isRepairable: boolean;
  /** A repair does what is possible, which is nothing here. */
  isLeft?: true;
}

interface Together {
  /** Lets the time pass after which a second look finds what it remembers from a first one. */
  pass?: () => void;
  except?: RegExp;
}

/**
 * The auditor of a test that breaks some invariants: it looks at all of them, on a second engine only at those. There, `everyDamage` looks at all
 * for all tests together.
 */
export const auditorOf = (options: AuditorOptions, broken: readonly string[]): Auditor => {
  const { invariants } = options;
  const those = invariants.filter(({ name }) => broken.includes(name));
  return new Auditor({ ...options, invariants: byEngine(invariants, those) });
};

/** Plants all damages together and repairs everything once, except some that nothing else can be looked at beside. */
export async function everyDamage(
  damages: Readonly<Record<string, Damage>>,
  { invariants, clock, pass, except }: Pick<AuditorOptions, 'invariants' | 'clock'> & Together,
) {
  const planted: [name: string, id: string][] = [];
  for (const [name, { plant }] of Object.entries(damages))
    if (!except?.test(name)) planted.push([name, await plant()]);
  const first = await look(invariants, clock());
  pass?.();
  const before = pass ? await look(invariants, clock()) : first;
  for (const { name, repair } of invariants) await repair?.([...before.get(name)!], clock());
  const after = await look(invariants, clock());
  const isRepaired = (name: string) => damages[name]!.isRepairable && !damages[name]!.isLeft;
  return {
    unfound: planted.filter(([name, id]) => !before.get(name)?.has(id)),
    unrepaired: planted.filter(([name, id]) => isRepaired(name) && after.get(name)?.has(id)),
    /** What the repairs broke. */
    broken: [...after].flatMap(([name, ids]) =>
      [...ids].filter((id) => !before.get(name)!.has(id)).map((id) => [name, id]),
    ),
  };
}

async function look(invariants: readonly Invariant[], now: Date): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  for (const { name, broken } of invariants) found.set(name, new Set(await broken({ now })));
  return found;
}

import type { AnyFields, Objection } from '@estate/contracts';
import { ENERGY_SOURCES } from './value-names.ts';

type Certificate = NonNullable<
  AnyFields['residentialEnergyCertificate'] | AnyFields['commercialEnergyCertificate']
>;

interface Sources {
  sources: string[];
  /** Sources that are not sent, each with its reason. */
  leftOut: Objection[];
}

/** The sources of a certificate under the names of the marketplace: those of the list if there is one. */
export function energySourcesOf({ energySource, energySources = [] }: Certificate, name: string): Sources {
  const main = energySource === undefined ? [] : [energySource];
  const isListed = energySources.length > 0;
  const named = isListed ? energySources : main;
  const sources = [...new Set(named.flatMap((source) => ENERGY_SOURCES[source] ?? []))];
  const field = `${name}.${isListed ? 'energySources' : 'energySource'}`;
  const unknown = [...new Set(named)].filter((source) => ENERGY_SOURCES[source] === undefined);
  const leftOut: Objection[] = unknown.map((value) => ({
    field,
    reason: 'value_without_name',
    parameters: { value },
  }));
  if (main.some((source) => !named.includes(source))) {
    const parameters = { otherField: `${name}.energySources` };
    leftOut.push({ field: `${name}.energySource`, reason: 'replaced_by_field', parameters });
  }
  return { sources, leftOut };
}

import type { ReactNode } from 'react';

export type Fact = readonly [label: string, value: ReactNode];

/** Names and values side by side; facts without a value are left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const known = facts.filter(
    ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
  );
  return (
    <dl className="facts">
      {known.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

import type { Tone } from './count-chart.tsx';

/** What the colours of a chart mean. */
export const Legend = ({ entries }: { entries: readonly (readonly [tone: Tone, label: string])[] }) => (
  <div className="rate-legend" aria-hidden="true">
    {entries.map(([tone, label]) => (
      <span key={tone}>
        <i className={`rate-${tone}`} />
        {label}
      </span>
    ))}
  </div>
);

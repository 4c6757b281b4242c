import type { Tone } from './count-chart.tsx';

/** The meaning of the colours of a chart. */
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

import { useEffect, useRef } from 'react';
import { useComputedColorScheme } from '@mantine/core';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useSpeech } from '../../text/language.tsx';
import type { Day } from './activity.ts';
import { SERIES } from './series.ts';

const HEIGHT_PX = 220;

/** The days as lines; the table beside it says the same to who cannot see them. */
export function Chart({ days }: { days: readonly Day[] }) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  const { language } = useSpeech();
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const plot = new uPlot(options(element.clientWidth, scheme, language), dataOf(days), element);
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [days, scheme, language]);
  return <div ref={place} className="chart" aria-hidden="true" style={{ height: HEIGHT_PX }} />;
}

const dataOf = (days: readonly Day[]): uPlot.AlignedData => [
  days.map(({ at }) => at.getTime() / 1000),
  ...SERIES.map(({ name }) => days.map((day) => day[name])),
];

function options(width: number, scheme: 'light' | 'dark', language: string): uPlot.Options {
  const [ink, grid] = scheme === 'light' ? ['#52606d', '#e3e8eb'] : ['#a9b5bf', '#2d3942'];
  const axis = {
    stroke: ink,
    grid: { stroke: grid, width: 1 },
    ticks: { show: false },
    font: '12px system-ui',
  };
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  return {
    width,
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 8, 0, 0],
    scales: { y: { range: (_plot, _low, high) => [0, Math.max(4, Math.ceil(high * 1.1))] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 70,
        values: (_plot, at) => at.map((one) => day.format(one * 1000)),
      },
      { ...axis, size: 40, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000] },
    ],
    series: [
      {},
      ...SERIES.map((series) => ({
        stroke: series[scheme],
        width: 2,
        points: { show: true, size: 5, fill: series[scheme] },
      })),
    ],
  };
}

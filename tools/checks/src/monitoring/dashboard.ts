/** The units of Grafana that panels use. */
export type Unit = 's' | 'reqps' | 'percentunit' | 'short' | 'bytes' | 'bool' | 'none';

export interface Panel {
  title: string;
  /** What the panel shows, and when to worry. */
  description: string;
  unit: Unit;
  /** PromQL by the legend, in Grafana's `{{label}}` notation. */
  queries: Readonly<Record<string, string>>;
  /** True for one number instead of lines. */
  stat?: boolean;
  /** The value from which it is drawn in red. */
  alarmFrom?: number;
}

export interface Row {
  title: string;
  panels: readonly Panel[];
}

export interface Dashboard {
  /** The stable part of its address. */
  uid: string;
  title: string;
  description: string;
  rows: readonly Row[];
}

const WIDTH = 24;
const HEIGHT = 8;
const STAT = { w: 6, h: 4 };
const LINES = { w: 12, h: HEIGHT };
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };

/** The dashboard in the file format of Grafana. */
export function grafanaJson({ uid, title, description, rows }: Dashboard): object {
  return {
    uid,
    title,
    description,
    tags: ['estate'],
    timezone: 'browser',
    schemaVersion: 39,
    version: 1,
    editable: false,
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    annotations: { list: [] },
    links: [
      {
        title: 'Estate',
        type: 'dashboards',
        tags: ['estate'],
        asDropdown: true,
        includeVars: true,
        keepTime: true,
      },
    ],
    templating: {
      list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', hide: 0 }],
    },
    panels: placed(rows),
  };
}

function placed(rows: readonly Row[]): object[] {
  const panels: object[] = [];
  let y = 0;
  for (const row of rows) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title: row.title,
      collapsed: false,
      gridPos: { x: 0, y, w: WIDTH, h: 1 },
      panels: [],
    });
    y += 1;
    let x = 0;
    let high = 0;
    for (const panel of row.panels) {
      const { w, h } = panel.stat ? STAT : LINES;
      if (x + w > WIDTH) {
        y += high;
        x = 0;
        high = 0;
      }
      panels.push(panelJson(panel, panels.length + 1, { x, y, w, h }));
      x += w;
      high = Math.max(high, h);
    }
    y += high;
  }
  return panels;
}

function panelJson(panel: Panel, id: number, gridPos: object): object {
  const { title, description, unit, queries, stat = false, alarmFrom } = panel;
  return {
    id,
    type: stat ? 'stat' : 'timeseries',
    title,
    description,
    gridPos,
    datasource: DATASOURCE,
    targets: Object.entries(queries).map(([legend, expr], index) => ({
      refId: String.fromCharCode(65 + index),
      datasource: DATASOURCE,
      expr,
      legendFormat: legend,
      ...(stat && { instant: true }),
    })),
    fieldConfig: { defaults: { unit, min: 0, ...alarm(alarmFrom, stat) }, overrides: [] },
    options: stat
      ? {
          reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
          colorMode: 'value',
          graphMode: 'area',
        }
      : { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
  };
}

function alarm(from: number | undefined, stat: boolean): object {
  if (from === undefined) return {};
  const steps = [
    { color: 'green', value: null },
    { color: 'red', value: from },
  ];
  const custom = stat ? {} : { custom: { thresholdsStyle: { mode: 'line' } } };
  return {
    thresholds: { mode: 'absolute', steps },
    color: { mode: stat ? 'thresholds' : 'palette-classic' },
    ...custom,
  };
}

import { processMetrics } from './known-metrics.ts';
import type { KnownMetric } from './known-metrics.ts';
import { namesIn } from './promql.ts';

/** The labels that a series may have, by its name. */
export type Series = ReadonlyMap<string, ReadonlySet<string>>;

/** The labels that Prometheus and the registry of a service add. */
const ADDED = ['job', 'instance', 'service'];

const OF_PROMETHEUS: readonly [string, readonly string[]][] = [
  ['up', ADDED],
  ['ALERTS', ['alertname', 'alertstate', 'severity', ...ADDED]],
];

const STREAM = ['stream_name', 'stream_leader', 'is_stream_leader', ...ADDED];
const CONSUMER = ['consumer_name', 'is_consumer_leader', ...STREAM];
const MEMBER = ['member_idx', 'member_state', ...ADDED];

/**
 * The series of exporters that rules and dashboards use: prometheus-nats-exporter 0.17 (`-varz -jsz=all`), mongodb_exporter 0.44
 * (`--collector.diagnosticdata`), the kubelet, node_exporter, cert-manager and kube-state-metrics.
 */
const OF_EXPORTERS: readonly [string, readonly string[]][] = [
  ['gnatsd_varz_connections', ADDED],
  ['gnatsd_varz_cpu', ADDED],
  ['gnatsd_varz_in_msgs', ADDED],
  ['gnatsd_varz_mem', ADDED],
  ['gnatsd_varz_out_msgs', ADDED],
  ['gnatsd_varz_slow_consumers', ADDED],
  ['gnatsd_varz_jetstream_config_max_memory', ADDED],
  ['gnatsd_varz_jetstream_config_max_storage', ADDED],
  ['gnatsd_varz_jetstream_stats_memory', ADDED],
  ['gnatsd_varz_jetstream_stats_storage', ADDED],
  ['jetstream_stream_limit_bytes', STREAM],
  ['jetstream_stream_total_bytes', STREAM],
  ['jetstream_stream_last_seq', STREAM],
  ['jetstream_stream_total_messages', STREAM],
  ['jetstream_consumer_num_ack_pending', CONSUMER],
  ['jetstream_consumer_num_pending', CONSUMER],
  ['jetstream_consumer_num_redelivered', CONSUMER],
  ['mongodb_oplog_stats_storageStats_maxSize', ADDED],
  ['mongodb_rs_members_electionDate', MEMBER],
  ['mongodb_rs_members_health', MEMBER],
  ['mongodb_rs_members_optimeDate', MEMBER],
  ['mongodb_rs_members_state', MEMBER],
  ['mongodb_rs_myState', ADDED],
  ['mongodb_ss_connections', ['conn_type', ...ADDED]],
  ['mongodb_ss_globalLock_currentQueue', ['count_type', ...ADDED]],
  ['mongodb_ss_metrics_repl_network_bytes', ADDED],
  ['mongodb_ss_opLatencies_latency', ['op_type', ...ADDED]],
  ['mongodb_ss_opLatencies_ops', ['op_type', ...ADDED]],
  ['mongodb_ss_opcounters', ['legacy_op_type', ...ADDED]],
  ['mongodb_ss_wt_cache_bytes_currently_in_the_cache', ADDED],
  ['mongodb_ss_wt_cache_maximum_bytes_configured', ADDED],
  ['mongodb_ss_wt_cache_tracked_dirty_bytes_in_the_cache', ADDED],
  ['kubelet_volume_stats_available_bytes', ['namespace', 'persistentvolumeclaim', ...ADDED]],
  ['kubelet_volume_stats_capacity_bytes', ['namespace', 'persistentvolumeclaim', ...ADDED]],
  ['node_filesystem_avail_bytes', ['fstype', 'mountpoint', ...ADDED]],
  ['node_filesystem_size_bytes', ['fstype', 'mountpoint', ...ADDED]],
  [
    'certmanager_certificate_expiration_timestamp_seconds',
    ['exported_namespace', 'name', 'namespace', ...ADDED],
  ],
  ['kube_statefulset_replicas', ['namespace', 'statefulset', ...ADDED]],
  ['kube_statefulset_status_replicas_ready', ['namespace', 'statefulset', ...ADDED]],
  ['kube_deployment_status_replicas_available', ['deployment', 'namespace', ...ADDED]],
  ['kube_deployment_status_condition', ['condition', 'deployment', 'namespace', 'status', ...ADDED]],
  ['kube_cronjob_created', ['cronjob', 'namespace', ...ADDED]],
  ['kube_cronjob_status_last_successful_time', ['cronjob', 'namespace', ...ADDED]],
];

/** A rule in a file; an alert has no `record`. */
export interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

/** Every series that can be queried: exported ones, and those that rules record. */
export function allSeries(metrics: readonly KnownMetric[], rules: readonly Rule[]): Series {
  const series = new Map<string, Set<string>>();
  const add = (name: string, labels: readonly string[]) => {
    series.set(name, new Set([...(series.get(name) ?? []), ...labels]));
  };
  for (const { name, type, labels } of [...metrics, ...processMetrics()]) {
    for (const [one, more] of seriesOf(name, type)) add(one, [...labels, ...ADDED, ...more]);
  }
  for (const [name, labels] of [...OF_PROMETHEUS, ...OF_EXPORTERS]) add(name, labels);
  for (const { record, expr, labels = {} } of rules) {
    if (record !== undefined) add(record, [...namesIn(expr).grouping, ...Object.keys(labels)]);
  }
  return series;
}

const seriesOf = (name: string, type: string): readonly [string, readonly string[]][] =>
  type === 'histogram'
    ? [[`${name}_bucket`, ['le']], [`${name}_sum`, []], [`${name}_count`, []]]
    : [[name, []]]; // oxfmt-ignore

/** The unknown names in an expression, in words. */
export function unknownIn(expression: string, series: Series): string[] {
  const { selectors, grouping } = namesIn(expression);
  const wrong = selectors.flatMap(({ metric, labels }) => {
    const known = series.get(metric);
    if (!known) return [`no metric is called ${metric}`];
    return labels.filter((label) => !known.has(label)).map((label) => `${metric} has no label ${label}`);
  });
  const reachable = new Set(selectors.flatMap(({ metric }) => [...(series.get(metric) ?? [])]));
  return [
    ...wrong,
    ...grouping.filter((label) => !reachable.has(label)).map((label) => `nothing here has a label ${label}`),
  ];
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A metric with its labels, as exporters write it; what begins with `+` grows by so much a second. */
type Sample = readonly [series: string, value: number | `+${number}`];

const MEMBERS = [
  ['mongodb-0.mongodb-peers:27017', 'PRIMARY', 1],
  ['mongodb-1.mongodb-peers:27017', 'SECONDARY', 2],
] as const;

/** What prometheus-nats-exporter 0.17 shows with `-varz -jsz=all`, as far as dashboards and rules read it. */
const nats = (): Sample[] => {
  const stream = 'stream_name="EVENTS",stream_leader="nats-0",is_stream_leader="true"';
  const consumer = `${stream},consumer_name="notifier-on-customer-event",is_consumer_leader="true"`;
  return [
    ['gnatsd_varz_connections', 12],
    ['gnatsd_varz_cpu', 3],
    ['gnatsd_varz_in_msgs', '+20'],
    ['gnatsd_varz_out_msgs', '+25'],
    ['gnatsd_varz_mem', 40_000_000],
    ['gnatsd_varz_slow_consumers', 0],
    ['gnatsd_varz_jetstream_config_max_memory', 100_000_000],
    ['gnatsd_varz_jetstream_config_max_storage', 1_000_000_000],
    ['gnatsd_varz_jetstream_stats_memory', 0],
    ['gnatsd_varz_jetstream_stats_storage', 200_000_000],
    [`jetstream_stream_limit_bytes{${stream}}`, 500_000_000],
    [`jetstream_stream_total_bytes{${stream}}`, 100_000_000],
    [`jetstream_stream_total_messages{${stream}}`, 50_000],
    [`jetstream_stream_last_seq{${stream}}`, '+10'],
    [`jetstream_consumer_num_ack_pending{${consumer}}`, 2],
    [`jetstream_consumer_num_pending{${consumer}}`, 5],
    [`jetstream_consumer_num_redelivered{${consumer}}`, 0],
  ];
};

/** What mongodb_exporter 0.44 shows of a secondary with `--collector.diagnosticdata`. */
const mongodb = (): Sample[] => [
  ...MEMBERS.flatMap(([name, state, number]): Sample[] => {
    const member = `member_idx="${name}",member_state="${state}"`;
    return [
      [`mongodb_rs_members_health{${member}}`, 1],
      [`mongodb_rs_members_optimeDate{${member}}`, Date.now() - number * 1000],
      [`mongodb_rs_members_state{${member}}`, number],
    ];
  }),
  [
    `mongodb_rs_members_electionDate{member_idx="${MEMBERS[0][0]}",member_state="PRIMARY"}`,
    Date.now() - 5000,
  ],
  ['mongodb_rs_myState', 2],
  ['mongodb_oplog_stats_storageStats_maxSize', 2_000_000_000],
  ['mongodb_ss_connections{conn_type="current"}', 40],
  ['mongodb_ss_connections{conn_type="available"}', 800],
  ['mongodb_ss_globalLock_currentQueue{count_type="readers"}', 0],
  ['mongodb_ss_globalLock_currentQueue{count_type="total"}', 0],
  ['mongodb_ss_metrics_repl_network_bytes', '+1000'],
  ['mongodb_ss_opLatencies_latency{op_type="reads"}', '+3000'],
  ['mongodb_ss_opLatencies_ops{op_type="reads"}', '+10'],
  ['mongodb_ss_opcounters{legacy_op_type="query"}', '+10'],
  ['mongodb_ss_wt_cache_bytes_currently_in_the_cache', 500_000_000],
  ['mongodb_ss_wt_cache_maximum_bytes_configured', 1_000_000_000],
  ['mongodb_ss_wt_cache_tracked_dirty_bytes_in_the_cache', 10_000_000],
];

/** What the kubelet shows of the volumes of both. */
const kubelet = (): Sample[] =>
  ['data-nats-0', 'data-mongodb-0'].flatMap((claim): Sample[] => {
    const volume = `namespace="estate",persistentvolumeclaim="${claim}"`;
    return [
      [`kubelet_volume_stats_available_bytes{${volume}}`, 6e9],
      [`kubelet_volume_stats_capacity_bytes{${volume}}`, 1e10],
    ];
  });

const PAGES = { nats, mongodb, kubelet };

/** Serves what exporters show, by the name of the job: none of them can be installed here. */
export async function startExporters(): Promise<{ targets: Record<string, string>; stop: () => void }> {
  const startedMs = Date.now();
  const servers = Object.entries(PAGES).map(([job, samples]) => {
    const server = createServer((_request, response) => {
      const seconds = (Date.now() - startedMs) / 1000;
      const lines = samples().map(([series, value]) => {
        const shown = typeof value === 'string' ? Number(value) * seconds : value;
        return `${series} ${String(shown)}\n`;
      });
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(lines.join(''));
    });
    return { job, server };
  });
  const targets = await Promise.all(
    servers.map(async ({ job, server }): Promise<[string, string]> => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return [job, `127.0.0.1:${String((server.address() as AddressInfo).port)}`];
    }),
  );
  return {
    targets: Object.fromEntries(targets),
    stop: () => {
      for (const { server } of servers) server.close();
    },
  };
}

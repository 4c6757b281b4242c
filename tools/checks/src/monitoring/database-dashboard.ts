import type { Dashboard } from './dashboard.ts';
import { RATE, volumesOf } from './shared-rows.ts';

/** The dashboard of the database, with metrics of mongodb_exporter. */
export const databaseDashboard: Dashboard = {
  uid: 'estate-database',
  title: 'Estate: database',
  description: 'The members of the replica set, their replication and their work.',
  rows: [
    {
      title: 'Now',
      panels: [
        {
          title: 'Primaries',
          description:
            'Members that say that they are the primary. 0: the members elect one, and nothing can be written.',
          unit: 'short',
          stat: true,
          queries: { primaries: 'count(mongodb_rs_myState == 1) or vector(0)' },
        },
        {
          title: 'Reachable members',
          description: 'Members that the primary reaches. Fewer than installed: alert MemberMissing.',
          unit: 'short',
          stat: true,
          queries: { members: 'sum(max by (member_idx) (mongodb_rs_members_health))' },
        },
        {
          title: 'Last election',
          description: 'Time since the primary was elected. Calls waited for seconds at that time.',
          unit: 's',
          stat: true,
          queries: { ago: 'time() - max(mongodb_rs_members_electionDate) / 1000' },
        },
        {
          title: 'Oplog window',
          description:
            'How long the oplog lasts at the rate of the last hour. A member that was down for longer has to copy everything, and a restore to a time needs it.',
          unit: 's',
          stat: true,
          queries: {
            window:
              'max(mongodb_oplog_stats_storageStats_maxSize) / (max(rate(mongodb_ss_metrics_repl_network_bytes[1h])) > 0)',
          },
        },
      ],
    },
    {
      title: 'Replica set',
      panels: [
        {
          title: 'State of the members',
          description: '1: primary, 2: secondary, 5: starts again, 8: down, 9: rolls back.',
          unit: 'none',
          queries: { '{{member_idx}}': 'max by (member_idx) (mongodb_rs_members_state)' },
        },
        {
          title: 'Replication lag',
          description:
            'How far each secondary is behind the primary. Writes wait until a majority of the members has them.',
          unit: 's',
          alarmFrom: 10,
          queries: {
            '{{member_idx}}':
              'clamp_min(scalar(max(mongodb_rs_members_optimeDate{member_state="PRIMARY"})) - max by (member_idx) (mongodb_rs_members_optimeDate{member_state="SECONDARY"}), 0) / 1000',
          },
        },
      ],
    },
    {
      title: 'Work',
      panels: [
        {
          title: 'Duration of operations',
          description:
            'Mean time of reads, writes and commands in each member, with the time for which they wait.',
          unit: 's',
          queries: {
            '{{instance}} {{op_type}}': `sum by (instance, op_type) (rate(mongodb_ss_opLatencies_latency[${RATE}])) / (sum by (instance, op_type) (rate(mongodb_ss_opLatencies_ops[${RATE}])) > 0) / 1e6`,
          },
        },
        {
          title: 'Operations',
          description: 'Operations of clients by kind.',
          unit: 'reqps',
          queries: {
            '{{legacy_op_type}}': `sum by (legacy_op_type) (rate(mongodb_ss_opcounters[${RATE}]))`,
          },
        },
        {
          title: 'Waiting operations',
          description: 'Operations that wait for a lock. Many for minutes: the database is too small.',
          unit: 'short',
          queries: {
            '{{instance}} {{count_type}}':
              'max by (instance, count_type) (mongodb_ss_globalLock_currentQueue{count_type!="total"})',
          },
        },
        {
          title: 'Connections',
          description: 'Used share of the connections. Above 80 %: alert DatabaseConnections.',
          unit: 'percentunit',
          alarmFrom: 0.8,
          queries: {
            '{{instance}}':
              'max by (instance) (mongodb_ss_connections{conn_type="current"}) / (max by (instance) (mongodb_ss_connections{conn_type="current"}) + max by (instance) (mongodb_ss_connections{conn_type="available"}))',
          },
        },
      ],
    },
    {
      title: 'Memory and disk',
      panels: [
        {
          title: 'Cache',
          description: 'Used share of the cache. About 80 % is normal; at 95 %, operations wait for space.',
          unit: 'percentunit',
          alarmFrom: 0.95,
          queries: {
            '{{instance}}':
              'max by (instance) (mongodb_ss_wt_cache_bytes_currently_in_the_cache / mongodb_ss_wt_cache_maximum_bytes_configured)',
          },
        },
        {
          title: 'Unwritten part of the cache',
          description: 'Changes that are not in the files yet. From 20 % on, operations wait for the disk.',
          unit: 'percentunit',
          alarmFrom: 0.2,
          queries: {
            '{{instance}}':
              'max by (instance) (mongodb_ss_wt_cache_tracked_dirty_bytes_in_the_cache / mongodb_ss_wt_cache_maximum_bytes_configured)',
          },
        },
        {
          title: 'Volumes of the database',
          description: 'Used share of each volume. Above 85 %: alert DiskFull.',
          unit: 'percentunit',
          alarmFrom: 0.85,
          queries: { '{{persistentvolumeclaim}}': volumesOf('mongodb') },
        },
      ],
    },
  ],
};

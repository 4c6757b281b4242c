import type { Dashboard } from './dashboard.ts';
import { RATE, volumesOf } from './shared-rows.ts';

const LEADER = 'is_stream_leader="true"';
const CONSUMER_LEADER = 'is_consumer_leader="true"';

/** The dashboard of the broker, with metrics of prometheus-nats-exporter. */
export const brokerDashboard: Dashboard = {
  uid: 'estate-broker',
  title: 'Estate: broker',
  description: 'The brokers, their streams and consumers.',
  rows: [
    {
      title: 'Now',
      panels: [
        {
          title: 'Members',
          description: 'Brokers that Prometheus can read. Fewer than installed: alert MemberMissing.',
          unit: 'short',
          stat: true,
          queries: { brokers: 'sum(up{job="nats"})' },
        },
        {
          title: 'Streams without a leader',
          description:
            'Nothing can be written to them or read from them. More than 0: alert StreamLeaderless.',
          unit: 'short',
          stat: true,
          alarmFrom: 1,
          queries: {
            streams: `count(count by (stream_name) (jetstream_stream_total_bytes) unless count by (stream_name) (jetstream_stream_total_bytes{${LEADER}})) or vector(0)`,
          },
        },
        {
          title: 'Fullest stream',
          description: 'Share of its size that the fullest stream has used. Above 80 %: alert StreamFull.',
          unit: 'percentunit',
          stat: true,
          alarmFrom: 0.8,
          queries: {
            '{{stream_name}}': `topk(1, max by (stream_name) (jetstream_stream_total_bytes{${LEADER}} / (jetstream_stream_limit_bytes{${LEADER}} > 0)))`,
          },
        },
        {
          title: 'Slow consumers',
          description:
            'Connections that were closed in the last hour because they read too slowly. Must be 0.',
          unit: 'short',
          stat: true,
          alarmFrom: 1,
          queries: { connections: 'sum(increase(gnatsd_varz_slow_consumers[1h]))' },
        },
      ],
    },
    {
      title: 'Streams',
      panels: [
        {
          title: 'Fill of the streams',
          description:
            'Share of its size that each stream has used. Full in three days at the rate of the last day: alert StreamFilling.',
          unit: 'percentunit',
          alarmFrom: 0.8,
          queries: {
            '{{stream_name}}': `max by (stream_name) (jetstream_stream_total_bytes{${LEADER}} / (jetstream_stream_limit_bytes{${LEADER}} > 0))`,
          },
        },
        {
          title: 'Messages in the streams',
          description: 'Stored messages. Consumed streams and those with a limit of time become shorter.',
          unit: 'short',
          queries: {
            '{{stream_name}}': `max by (stream_name) (jetstream_stream_total_messages{${LEADER}})`,
          },
        },
        {
          title: 'New messages',
          description: 'Messages that are published to each stream.',
          unit: 'reqps',
          queries: {
            '{{stream_name}}': `max by (stream_name) (rate(jetstream_stream_last_seq{${LEADER}}[${RATE}]))`,
          },
        },
        {
          title: 'Leaders',
          description: 'Streams that each broker leads. One that leads none was started again, or is behind.',
          unit: 'short',
          queries: {
            '{{instance}}': `count by (instance) (jetstream_stream_total_bytes{${LEADER}})`,
          },
        },
      ],
    },
    {
      title: 'Consumers',
      panels: [
        {
          title: 'Waiting messages',
          description: 'Messages that a consumer has not been given. Their age decides: alert QueueOld.',
          unit: 'short',
          queries: {
            '{{consumer_name}}': `max by (consumer_name) (jetstream_consumer_num_pending{${CONSUMER_LEADER}})`,
          },
        },
        {
          title: 'Messages in progress',
          description: 'Messages that a consumer was given and has not acknowledged.',
          unit: 'short',
          queries: {
            '{{consumer_name}}': `max by (consumer_name) (jetstream_consumer_num_ack_pending{${CONSUMER_LEADER}})`,
          },
        },
        {
          title: 'Messages in progress again',
          description: 'Those of them that were delivered more than once. They fail: alert MessagesRetried.',
          unit: 'short',
          queries: {
            '{{consumer_name}}': `max by (consumer_name) (jetstream_consumer_num_redelivered{${CONSUMER_LEADER}})`,
          },
        },
      ],
    },
    {
      title: 'Brokers',
      panels: [
        {
          title: 'Messages received',
          description: 'Messages that clients and other brokers send, with asks and answers.',
          unit: 'reqps',
          queries: { '{{instance}}': `sum by (instance) (rate(gnatsd_varz_in_msgs[${RATE}]))` },
        },
        {
          title: 'Messages sent',
          description: 'Messages that clients and other brokers get, with asks and answers.',
          unit: 'reqps',
          queries: { '{{instance}}': `sum by (instance) (rate(gnatsd_varz_out_msgs[${RATE}]))` },
        },
        {
          title: 'Connections',
          description: 'Connected clients. They move to the other brokers when one ends.',
          unit: 'short',
          queries: { '{{instance}}': 'max by (instance) (gnatsd_varz_connections)' },
        },
        {
          title: 'Memory',
          description: 'Memory of each broker. It must come back down after a burst.',
          unit: 'bytes',
          queries: { '{{instance}}': 'max by (instance) (gnatsd_varz_mem)' },
        },
        {
          title: 'CPU',
          description: 'Processor time of each broker; 100 % is one core.',
          unit: 'percentunit',
          queries: { '{{instance}}': 'max by (instance) (gnatsd_varz_cpu) / 100' },
        },
        {
          title: 'Storage of JetStream',
          description: 'Used share of the storage of each broker. Above 80 %: alert JetStreamStorageFull.',
          unit: 'percentunit',
          alarmFrom: 0.8,
          queries: {
            '{{instance}}':
              'max by (instance) (gnatsd_varz_jetstream_stats_storage / (gnatsd_varz_jetstream_config_max_storage > 0))',
          },
        },
        {
          title: 'Volumes of the brokers',
          description: 'Used share of each volume. Above 85 %: alert DiskFull.',
          unit: 'percentunit',
          alarmFrom: 0.85,
          queries: { '{{persistentvolumeclaim}}': volumesOf('nats') },
        },
      ],
    },
  ],
};

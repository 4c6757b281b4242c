import type { Row } from '../dashboard.ts';
import { RATE, duePanel, outboxPanel } from '../shared-rows.ts';

export const distributionRows: readonly Row[] = [
  {
    title: 'Publications',
    panels: [
      duePanel('publish-listing', 'listing'),
      {
        title: 'Lag by type of target',
        description:
          'How long the most overdue listing of a type has been due. Above 15 minutes: alert LaneLag.',
        unit: 's',
        alarmFrom: 900,
        queries: { '{{target_type}}': 'target_type:lane_lag_seconds:max' },
      },
      {
        title: 'Attempts by outcome',
        description: '`superseded`: the listing changed during the attempt.',
        unit: 'reqps',
        queries: { '{{outcome}}': `sum by (outcome) (rate(publications_total[${RATE}]))` },
      },
      {
        title: 'Attempts that failed, by type of target',
        description: 'Share of the attempts of the last 15 minutes. Above half: alert PlatformFailing.',
        unit: 'percentunit',
        alarmFrom: 0.5,
        queries: { '{{target_type}}': 'target_type:publications_failed:ratio_rate15m' },
      },
      {
        title: 'Failures by code',
        description: 'Failed attempts by the code that the customer sees. `internal`: internal error.',
        unit: 'reqps',
        queries: {
          '{{target_type}} {{code}}': `sum by (target_type, code) (rate(publication_failures_total[${RATE}])) > 0`,
        },
      },
      {
        title: 'Suspended accounts',
        description:
          'Accounts that refuse every listing. Publishing to them is temporarily suspended. Three of one type: alert LanesStalled.',
        unit: 'short',
        alarmFrom: 3,
        queries: { '{{target_type}}': 'target_type:lanes_held:max' },
      },
      {
        title: 'Targets paused or set aside',
        description:
          'No worker takes these targets; their due listings wait. `paused`: by the operator. `paused_by_customer`: by the customer. `set_aside`: several processes ended while they published to the target, alert TargetSetAside.',
        unit: 'short',
        queries: { '{{target_type}} {{reason}}': 'target_type:lanes_stopped:max' },
      },
      {
        title: 'Oldest pause',
        description:
          'How long the target that was stopped first has been stopped. Paused by the operator for a day, or by the customer for a week: alert PauseForgotten.',
        unit: 's',
        queries: { '{{reason}}': 'reason:lanes_stopped_oldest_seconds:max' },
      },
      {
        title: 'Oldest due listing, paused targets included',
        description:
          'How long the most overdue listing has been due. A value above the panel Oldest due means that its target is paused.',
        unit: 's',
        queries: { all: 'max(lane_oldest_due_seconds)' },
      },
      {
        title: 'Duration of an attempt (p90)',
        description: 'Time on the platform, by type of target.',
        unit: 's',
        queries: {
          '{{target_type}}': `histogram_quantile(0.9, sum by (le, target_type) (rate(publication_duration_seconds_bucket[${RATE}])))`,
        },
      },
      {
        title: 'Feeds that could not be packed',
        description:
          'Changes of a feed that could not be packed. Its documents are right, but are made more slowly.',
        unit: 'reqps',
        queries: { all: `sum(rate(feed_packing_failures_total[${RATE}]))` },
      },
      outboxPanel('distribution'),
    ],
  },
];

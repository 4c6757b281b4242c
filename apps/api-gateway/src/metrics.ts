import { defineMetrics } from '@estate/contracts';

/** The metrics of the service. */
export const METRICS = defineMetrics({
  request_log_missed_total: {
    type: 'counter',
    help: 'Calls that are missing from the request log because the database was unavailable for too long.',
  },
  job_items_total: {
    type: 'counter',
    help: 'Results of the items of jobs.',
    labels: ['outcome'],
  },
});

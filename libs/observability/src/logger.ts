import type { Writable } from 'node:stream';
import { pino } from 'pino';
import { redact, redactText } from './redact.ts';
import { currentTrace } from './trace.ts';

export type Logger = pino.Logger;

/** Writes JSON lines to standard output, or to `destination`; secrets are removed from every field and message. */
export function createLogger(options: { service: string; level: string; destination?: Writable }): Logger {
  const settings: pino.LoggerOptions = {
    level: options.level,
    base: { service: options.service },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const trace = currentTrace();
      return trace ? { requestId: trace.requestId, traceId: trace.traceparent.split('-')[1] } : {};
    },
    formatters: {
      level: (label) => ({ level: label }),
      log: (fields) => redact(fields) as Record<string, unknown>,
    },
    hooks: {
      logMethod(args, method) {
        method.apply(
          this,
          args.map((arg) => (typeof arg === 'string' ? redactText(arg) : arg)) as typeof args,
        );
      },
    },
    serializers: { err: (error: unknown) => error },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}

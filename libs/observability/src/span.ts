/** The role in an exchange: `server` and `client` of a call, `producer` and `consumer` of a message. */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** Attributes named by the semantic conventions of OpenTelemetry. No secrets, no addresses with a login, no texts of errors. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** The description of a step; `name` comes from a small set, ids are attributes. */
export interface SpanAbout {
  name: string;
  /** `internal` by default. */
  kind?: SpanKind;
  attributes?: SpanAttributes;
}

/** A step in progress. */
export interface Span {
  /** The trace context for messages that the step causes; absent if nothing is recorded. */
  readonly traceparent?: string;
  note(attributes: SpanAttributes): void;
  /** Marks the step as failed; `type` is a code or the name of an error's class, never a text. */
  fail(type: string): void;
}

export interface OpenSpan extends Span {
  readonly traceparent: string;
  end(): void;
}

/** The destination of recorded steps. */
export interface Recorder {
  /** Begins a step below the given one, or a new trace. */
  begin(about: SpanAbout, parentTraceparent: string | undefined): OpenSpan;
}

export const NO_SPAN: Span = { note: () => undefined, fail: () => undefined };

/** The part of a URL that may appear in a trace: the rest may contain a secret. */
export const hostOf = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).hostname : undefined;

/** The type of an error in a trace: its code if it has one. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

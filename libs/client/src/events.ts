import type { ServiceEvent } from './contract-types.ts';
import { List } from './page.ts';
import type { EventQuery } from './page.ts';
import { delayBeforeRetry, pause } from './retry.ts';
import type { CallOptions } from './transport.ts';

/** An event may be listed after a newer one; events of this long before the newest are looked at again. */
const OVERLAP_MS = 5 * 60_000;
const SWEEP_EVERY_MS = 60_000;
const WAIT_SECONDS = 20;
/** The shortest time between two looks that find nothing. */
const EARLY_PAUSE_MS = 1000;
const LARGEST_PAGE = 100;
/** Of the growing pauses between the attempts to reach a service that is unavailable. */
const LONGEST_BACKOFF_STEP = 5;

/** Selects the events to follow. */
export interface FollowQuery extends Pick<EventQuery, 'type' | 'propertyId' | 'listingId' | 'targetId'> {
  /** Begins after this event, instead of with the events that happen from now on. */
  startAfter?: string | undefined;
}

export interface FollowOptions extends CallOptions {
  /** Called when the service cannot be reached; the call goes on when it can be reached again. */
  onInterrupted?: ((error: unknown) => void) | undefined;
}

/** The events of the account. */
export class Events extends List<ServiceEvent, EventQuery> {
  /**
   * Every event from now on, as soon as it is listed and each once: `for await (const event of client.events.follow())`. It does not end by
   * itself, also not when the service is unavailable for a while; an aborted `signal` ends it with its reason.
   * @throws ApiError when the service rejects the call
   */
  async *follow(
    query: FollowQuery = {},
    options?: FollowOptions,
  ): AsyncGenerator<ServiceEvent, void, undefined> {
    const { startAfter, ...filter } = query;
    const position = await lasting(() => this.#begin(filter, startAfter, options), options);
    for (;;) {
      for (const event of await lasting(() => this.#next(filter, position, options), options)) {
        if (position.isNew(event)) yield event;
      }
    }
  }

  async #begin(filter: EventQuery, startAfter: string | undefined, options?: CallOptions): Promise<Position> {
    const newest = await this.list({ ...filter, order: 'desc', limit: 1 }, options);
    const [event] = newest.data;
    const position = new Position(startAfter ?? event?.eventId, event?.eventTime);
    for (const known of await this.#overlap(filter, position, options)) {
      if (startAfter === undefined || known.eventId <= startAfter) position.isNew(known);
    }
    return position;
  }

  async #next(filter: EventQuery, position: Position, options?: CallOptions): Promise<ServiceEvent[]> {
    if (position.isSweepDue()) {
      const late = await this.#overlap(filter, position, options);
      position.swept();
      return late;
    }
    const begunAt = Date.now();
    const query = { ...filter, limit: LARGEST_PAGE, startAfter: position.cursor, wait: WAIT_SECONDS };
    const { data } = await this.list(query, options);
    if (data.length === 0 && Date.now() - begunAt < EARLY_PAUSE_MS) {
      await pause(EARLY_PAUSE_MS, options?.signal);
    }
    return data;
  }

  async #overlap(filter: EventQuery, position: Position, options?: CallOptions): Promise<ServiceEvent[]> {
    const events: ServiceEvent[] = [];
    const query = { ...filter, from: position.overlapsFrom() };
    for await (const event of this.all(query, options)) events.push(event);
    return events;
  }
}

/** Which events were seen. */
class Position {
  /** The newest event, after which the next page begins. */
  cursor: string | undefined;
  #newestMs: number;
  /** The newest event at the last sweep. */
  #sweptToMs: number;
  #sweptAtMs = Date.now();
  /** Times by id, of the events that a sweep may list again. */
  readonly #seen = new Map<string, number>();

  constructor(cursor: string | undefined, newestTime: string | undefined) {
    this.cursor = cursor;
    this.#newestMs = newestTime === undefined ? Date.now() : Date.parse(newestTime);
    this.#sweptToMs = this.#newestMs;
  }

  overlapsFrom(): string {
    return new Date(this.#sweptToMs - OVERLAP_MS).toISOString();
  }

  isSweepDue(): boolean {
    return Date.now() - this.#sweptAtMs >= SWEEP_EVERY_MS;
  }

  swept(): void {
    this.#sweptAtMs = Date.now();
    this.#sweptToMs = this.#newestMs;
    const oldestMs = this.#sweptToMs - 2 * OVERLAP_MS;
    for (const [id, time] of this.#seen) if (time < oldestMs) this.#seen.delete(id);
  }

  /** True once for each event. */
  isNew({ eventId, eventTime }: ServiceEvent): boolean {
    const isNew = !this.#seen.has(eventId);
    this.#seen.set(eventId, Date.parse(eventTime));
    this.#newestMs = Math.max(this.#newestMs, Date.parse(eventTime));
    if (this.cursor === undefined || eventId > this.cursor) this.cursor = eventId;
    return isNew;
  }
}

/** Goes on until the service answers. @throws what waiting does not help against */
async function lasting<T>(call: () => Promise<T>, options: FollowOptions | undefined): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const delayMs = delayBeforeRetry(error, Math.min(attempt, LONGEST_BACKOFF_STEP));
      if (delayMs === undefined) throw error;
      options?.onInterrupted?.(error);
      await pause(delayMs, options?.signal);
    }
  }
}

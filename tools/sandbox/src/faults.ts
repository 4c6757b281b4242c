import express from 'express';
import type { Express } from 'express';

interface AnyFault {
  times?: number | undefined;
  user?: string | undefined;
}

/** The pending faults; `times` counts down, and without it a fault applies until it is cleared. */
export class Faults<Fault extends AnyFault> {
  #waiting: Fault[] = [];

  add(...faults: readonly Fault[]): void {
    this.#waiting.push(...faults.map((fault) => ({ ...fault })));
  }

  /** Clears the faults of one user, or all. */
  clear(user?: string): void {
    this.#waiting = user === undefined ? [] : this.#waiting.filter((fault) => fault.user !== user);
  }

  list(): readonly Fault[] {
    return this.#waiting;
  }

  /** Takes the first matching fault, and counts it down. */
  take(isMeant: (fault: Fault) => boolean): Fault | undefined {
    const fault = this.#waiting.find(isMeant);
    if (fault?.times !== undefined) fault.times -= 1;
    this.#waiting = this.#waiting.filter(({ times }) => times !== 0);
    return fault;
  }
}

/** Adds routes for ordering one or several faults, listing and clearing them. */
export function addFaultApi<Fault extends AnyFault>(
  app: Express,
  faults: Faults<Fault>,
  parse: (order: unknown) => readonly Fault[],
): void {
  app.get('/api/faults', (_request, response) => void response.json(faults.list()));
  app.post('/api/faults', express.json(), (request, response) => {
    faults.add(...[request.body as unknown].flat().flatMap(parse));
    response.status(204).end();
  });
  app.delete('/api/faults', (request, response) => {
    const { user } = request.query;
    faults.clear(typeof user === 'string' ? user : undefined);
    response.status(204).end();
  });
}

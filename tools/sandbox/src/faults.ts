import express from 'express';
import type { Express } from 'express';

/** The faults that wait to strike; `times` counts down, and without it a fault strikes until it is cleared. */
export class Faults<Fault extends { times?: number | undefined }> {
  #waiting: Fault[] = [];

  add(...faults: readonly Fault[]): void {
    this.#waiting.push(...faults.map((fault) => ({ ...fault })));
  }

  clear(): void {
    this.#waiting = [];
  }

  list(): readonly Fault[] {
    return this.#waiting;
  }

  /** Strikes: the first fault that is meant, counted down. */
  take(isMeant: (fault: Fault) => boolean): Fault | undefined {
    const fault = this.#waiting.find(isMeant);
    if (fault?.times !== undefined) fault.times -= 1;
    this.#waiting = this.#waiting.filter(({ times }) => times !== 0);
    return fault;
  }
}

/** Lets faults be ordered, one or a list, listed and cleared. */
export function addFaultApi<Fault extends { times?: number | undefined }>(
  app: Express,
  faults: Faults<Fault>,
  parse: (order: unknown) => readonly Fault[],
): void {
  app.get('/api/faults', (_request, response) => void response.json(faults.list()));
  app.post('/api/faults', express.json(), (request, response) => {
    faults.add(...[request.body as unknown].flat().flatMap(parse));
    response.status(204).end();
  });
  app.delete('/api/faults', (_request, response) => {
    faults.clear();
    response.status(204).end();
  });
}

import type { Reporter } from 'vitest/node';

export class ResultsReporter implements Reporter {
  constructor(file: string);
}

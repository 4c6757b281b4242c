import type { Reporter } from 'vitest/node';

export function resultsReporter(path: string): Reporter;

export interface FileResults {
  file: string;
  passed: number;
  failures: string[];
  durationMs: number;
  /** Tests that failed at the first try only. */
  flaky?: string[];
}

export interface RunResults {
  files: FileResults[];
  errors: string[];
}

export function filesToTryAgain(run: RunResults): string[];
export function withSecondTry(first: RunResults, second: RunResults): RunResults;

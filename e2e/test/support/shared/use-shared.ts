import { basename } from 'node:path';
import type { StackAddresses } from '@estate/stack';
import { connectBrowser } from '@estate/testing';
import type { Browser } from 'playwright-core';
import { expect, inject } from 'vitest';

/** What a system tells about itself to the test files that share it. */
export interface SharedSystem {
  stack: StackAddresses;
  databasePrefix: string;
}

export function nameOfTestFile(): string {
  const { testPath } = expect.getState();
  if (testPath === undefined) throw new Error('Only a test file has a name.');
  return basename(testPath, '.test.ts');
}

/** Asks the process that started this test file; it starts what it is asked for first. */
async function ask<T>(path: string): Promise<T> {
  const answer = await fetch(`${inject('sharedUrl')}${path}`);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as T;
}

export const sharedSystem = (): Promise<SharedSystem> => ask('/system');

/** The browser of all test files; closing it closes the windows of this one. */
export const sharedBrowser = async (): Promise<Browser> => connectBrowser(await ask<string>('/browser'));

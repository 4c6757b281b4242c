import { fileURLToPath } from 'node:url';
import { bundledProgram } from '@estate/testing';

const SOURCE = fileURLToPath(new URL('../src/reading/package-reader.process.ts', import.meta.url));

/** Of the processes that read packages, which tests start by the dozen. */
export const readerProgram = (): Promise<string> => bundledProgram(SOURCE);

import { describe } from 'vitest';
import { askSuite } from './ask.suite.ts';
import type { Transport } from './bus.ts';
import { eraseSuite } from './erase.suite.ts';
import { failSuite } from './fail.suite.ts';
import { tellSuite } from './tell.suite.ts';

/** The tests that every implementation of a bus must pass. */
export function busSuite(name: string, makeBus: () => Promise<Transport>): void {
  describe(`${name}: asking`, () => askSuite(makeBus));
  describe(`${name}: telling`, () => tellSuite(makeBus));
  describe(`${name}: erasing`, () => eraseSuite(makeBus));
  describe(`${name}: failing`, () => failSuite(makeBus));
}

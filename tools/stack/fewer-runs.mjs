// fast-check as tests import it outside CI, unless RANDOM_PROPERTIES says how often: a property is tried a fifth as often, and at least three times.
import { createRequire } from 'node:module';

const fc = createRequire(import.meta.url)('fast-check');
const SHARE = 5;
const FEWEST = 3;
/** The default number of runs of fast-check. */
const USUAL = 100;

const fewer = ({ numRuns = USUAL, ...settings } = {}) => ({
  ...settings,
  numRuns: Math.min(numRuns, Math.max(FEWEST, Math.ceil(numRuns / SHARE))),
});

export default { ...fc, assert: (property, settings) => fc.assert(property, fewer(settings)) };

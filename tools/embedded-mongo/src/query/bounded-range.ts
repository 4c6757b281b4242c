import { $ifNull, $range } from 'mingo/operators/expression';
import { MongoError } from '../errors.ts';

/** As many numbers as MongoDB's limit of 100 MB for a range holds. */
const mostNumbers = 6_000_000;

/** `$range` with a limit: one line of a pipeline must not fill the memory. */
export const boundedRange: typeof $range = (doc, operands, options) => {
  const values = $ifNull(doc, [operands, null], options);
  const [start, end, step] = Array.isArray(values) ? values.map(Number) : [];
  if (Math.abs(((end ?? 0) - (start ?? 0)) / (step ?? 1)) > mostNumbers)
    throw new MongoError(146, '$range would use too much memory and cannot spill');
  return $range(doc, values, options);
};

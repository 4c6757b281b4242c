import { describe, expect, it } from 'vitest';
import { refusal, refusalOf, requireNone } from './refusal.ts';

const problem = (index: number) => ({
  path: `field${String(index)}`,
  message: `field${String(index)} is required`,
  code: 'required',
});

describe('a refusal of fields', () => {
  it('a refusal of one field says everything in its message', () => {
    expect(refusal('email-taken', 'email', 'email is taken')).toMatchObject({
      message: 'email is taken.',
      code: 'email-taken',
      problems: [{ path: 'email', message: 'email is taken', code: 'email-taken' }],
    });
  });

  it('a refusal without a code of its own has the one of all invalid input', () => {
    expect(refusalOf([problem(1)]).code).toBe('invalid-input');
    expect(refusalOf([problem(1)], 'validation-failed').code).toBe('validation-failed');
  });

  it('the message of a refusal names 50 problems, and its problems are complete', () => {
    const { message, problems } = refusalOf(Array.from({ length: 1000 }, (_, index) => problem(index)));
    expect(message).toMatch(/field49 is required; and 950 more problems\.$/);
    expect(problems).toHaveLength(1000);
  });

  it('required problems throw nothing if there are none, and else the code of the first one', () => {
    expect(() => requireNone([])).not.toThrow();
    expect(() => requireNone([{ ...problem(1), code: 'too-big' }, problem(2)])).toThrow(
      expect.objectContaining({ code: 'too-big', message: 'field1 is required; field2 is required.' }),
    );
  });
});

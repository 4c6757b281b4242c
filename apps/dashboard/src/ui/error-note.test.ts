import { ApiError } from '@estate/client';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { drawn } from '../api/drawn.fixture.ts';
import { ErrorNote } from './error-note.tsx';

it('a page of something that does not exist any more leads back to the overview', () => {
  const error = Object.assign(Object.create(ApiError.prototype) as ApiError, { status: 404 });
  expect(drawn(createElement(ErrorNote, { error }), { role: 'viewer' })).toContain('href="/"');
});

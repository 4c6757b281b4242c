import type { z } from 'zod';
import type { OutputOf } from '@estate/contracts';
import type { AskOptions, Bus } from '@estate/messaging';
import type { Manifest } from '../../manifest.ts';
import type { Call } from './call.ts';

/** An operation that the manifest declares. */
export type Asked = Manifest['asks'][number];

/** Asks the owner of an operation, on behalf of a call. */
export type AskOwner = <O extends Asked>(
  operation: O,
  input: z.input<O['input']>,
  call: Call & AskOptions,
) => Promise<OutputOf<O>>;

export const askOwner =
  (bus: Pick<Bus<Manifest>, 'ask'>, timeoutMs: number): AskOwner =>
  (operation, input, call) => {
    const {
      key: _key,
      user: _user,
      actor: _actor,
      permissions: _permissions,
      upload: _upload,
      ...rest
    } = call;
    const { accountId, requestId, ...options } = rest;
    return bus.ask(operation, input, { accountId, requestId }, { timeoutMs, ...options });
  };

import type { HandlersOf } from '@estate/messaging';
import type { Manifest } from '../manifest.ts';
import { onReadMail } from './on-read-mail.ts';

/** Every durable consumer of the inbox, named by its file. */
export const handlers = (wake: () => void): HandlersOf<Manifest> => ({ 'on-read-mail': onReadMail(wake) });

import type { Handler } from '@estate/messaging';
import { onReadMail } from './on-read-mail.ts';

/** Every durable consumer of the inbox, named by its file. */
export const handlers = (wake: () => void): Record<string, Handler> => ({ 'on-read-mail': onReadMail(wake) });

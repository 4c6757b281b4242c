import type { Arrived, FtpNote, LoginAnswer, ResultFile } from './backend.ts';
import type { CertificatePair } from '@estate/runtime';
import type { FtpServerOptions } from './ftp-server.ts';

/** The needs of the process to start. */
export interface StartOrder {
  kind: 'start';
  server: FtpServerOptions;
  directory: string;
}

/** From the service to the process. */
export type ToProcess =
  | StartOrder
  | { kind: 'certificate'; pair: CertificatePair }
  | { kind: 'remove'; sourceId: string }
  | { kind: 'close' }
  | { kind: 'ping' }
  | { kind: 'answer'; id: number; answer: Answers[keyof Answers] | { failed: true } };

/** Questions of the process, by what they are answered with. */
export interface Answers {
  login: LoginAnswer;
  isValid: boolean;
  results: ResultFile[];
  result: string | null;
  arrived: true;
}

export type Question =
  | { ask: 'login' | 'isValid'; user: string; password: string }
  | ({ ask: 'arrived' } & Arrived)
  | { ask: 'results'; sourceId: string }
  | { ask: 'result'; sourceId: string; folder: string; name: string };

/** From the process to the service. */
export type FromProcess =
  | { kind: 'listening'; port: number }
  | { kind: 'note'; note: FtpNote }
  | { kind: 'question'; id: number; question: Question }
  | { kind: 'pong' }
  | { kind: 'closed' };

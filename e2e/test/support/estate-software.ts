import type { StackAddresses } from '@estate/stack';

/** An export of the sandbox's estate software. */
export interface StockExport {
  id: number;
  state: 'sending' | 'sent' | 'failed';
  failure?: string;
  fileName: string;
  objects: { number: string; action: string }[];
  dialogue: string[];
  result?: { name: string; text: string };
}

interface Connection {
  host: string;
  port: number;
  user: string;
  password?: string | undefined;
  folder: string;
}

/** What a person does in the sandbox's estate software. */
export function estateSoftwareOf({ estateSoftwareUrl }: StackAddresses) {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${estateSoftwareUrl}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${String(answer.status)}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  return {
    connect: ({ host, port, user, password, folder }: Connection) =>
      call('PUT', 'connection', { host, port, user, password, folder }),
    objects: () => call<{ number: string; price: number }[]>('GET', 'objects'),
    edit: (number: string, change: { price?: number; isRemoved?: boolean; isBroken?: boolean }) =>
      call('PUT', `objects/${number}`, change),
    export: (scope: 'VOLL' | 'TEIL') => call<StockExport>('POST', 'exports', { scope }),
    exports: () => call<StockExport[]>('GET', 'exports'),
  };
}

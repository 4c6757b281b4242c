import { VERSION } from './version.ts';

/** Names the client, the program that uses it and the runtime; pages send the name of their browser. */
export function userAgentOf(program: string | undefined): Record<string, string> {
  const { document, navigator } = globalThis as { document?: object; navigator?: { userAgent?: string } };
  if (document !== undefined) return {};
  const runtime = navigator?.userAgent;
  const parts = [program, `estate-client/${VERSION}`, runtime].filter((part) => part !== undefined);
  return { 'user-agent': parts.join(' ') };
}

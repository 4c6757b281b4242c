import type { SpanAbout } from '@estate/observability';

/** A step of a conversation with a portal in traces; never with the login. */
export const ftpSpan = (step: 'connect' | 'upload' | 'rename', host: string): SpanAbout => ({
  name: `FTP ${step}`,
  kind: 'client',
  attributes: { 'network.protocol.name': 'ftp', 'server.address': host },
});

import { peakMemoryBytes } from '@estate/testing';
import { startBareGateway } from '../matrix/start-bare-gateway.ts';

/** What the process has used so far. */
export interface Usage {
  cpuMs: number;
  maxRssMb: number;
}

const gateway = await startBareGateway({ bodyLimitBytes: 1_000_000 });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const usage: Usage = { cpuMs: (user + system) / 1000, maxRssMb: peakMemoryBytes() / 1024 ** 2 };
  process.send?.(usage);
});
process.send?.(gateway.port);

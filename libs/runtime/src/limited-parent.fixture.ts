import { fileURLToPath } from 'node:url';
import { spawnLimited } from './limited-process.ts';

const file = fileURLToPath(new URL('./stuck-program.fixture.ts', import.meta.url));
const child = spawnLimited({ file, memoryMb: 100, heapMb: 50 });
child.once('message', () => process.stdout.write(`${String(child.pid)}\n`));

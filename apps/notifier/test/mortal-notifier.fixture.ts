import { loadConfig } from '@estate/config';
import { startService } from '@estate/runtime';
import { NotifierConfig } from '../src/config.ts';
import { STEPS } from '../src/deliveries/crash-points.ts';
import { notifier } from '../src/service.ts';

// A notifier of its own that kills itself, as kill -9 would, when it reaches the step that is its argument.
const [, , fatal = ''] = process.argv;
if (fatal !== '' && !STEPS.some((step) => step === fatal)) throw new Error(`${fatal} is no step`);

const config = loadConfig(NotifierConfig, process.env);
const step = async (reached: string): Promise<void> => {
  if (reached !== fatal) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
};
await startService('notifier', config, notifier(config, step));
process.stdout.write('ready\n');

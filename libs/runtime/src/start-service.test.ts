import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { UPLOAD_TIMEOUT_MS, defineMetrics } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { startService } from './start-service.ts';
import type { Wiring } from './service.ts';

const config = { LOG_LEVEL: 'silent', INTERNAL_PORT: 0, SHUTDOWN_GRACE_MS: 5000 };
const METRICS = defineMetrics({ things_total: { type: 'counter', help: 'Things.' } });
const get = (port: number, path: string) => fetch(`http://127.0.0.1:${String(port)}${path}`);

describe('a service', () => {
  it('a service closes what it opened, the last one first', async () => {
    const closed: string[] = [];
    const resource = (name: string) => ({
      close: async () => {
        closed.push(name);
        await Promise.resolve();
      },
    });
    const wire: Wiring = async (service) => {
      await service.use(resource('database'));
      await service.use(Promise.resolve(resource('broker')));
    };
    const running = await startService('test', config, wire);
    expect(await running.stop()).toBe(true);
    expect(closed).toEqual(['broker', 'database']);
  });

  it('a service closes what it opened when the start fails halfway', async () => {
    let closed = false;
    const wire: Wiring = async (service) => {
      await service.use({
        close: async () => {
          closed = true;
          await Promise.resolve();
        },
      });
      throw new Error('no such broker');
    };
    await expect(startService('test', config, wire)).rejects.toThrow('no such broker');
    expect(closed).toBe(true);
  });

  it('a service is alive without its dependencies but not ready', async () => {
    let up = false;
    const running = await startService('test', config, async (service) => {
      service.check({ name: 'broker', ready: () => up });
      service.check({ name: 'store', ready: () => Promise.reject(new Error('away')) });
      await Promise.resolve();
    });
    expect((await get(running.internalPort, '/livez')).status).toBe(200);
    up = true;
    const answer = await get(running.internalPort, '/readyz');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ checks: { broker: true, store: false } });
    await running.stop();
  });

  it('a service shows its metrics and its own internal routes, and nothing else', async () => {
    const running = await startService('test', config, async (service) => {
      service.metrics.counter(METRICS.things_total).inc();
      service.onInternal('/bytes/', async (_request, response) => {
        response.end('bytes');
        await Promise.resolve();
      });
      await Promise.resolve();
    });
    expect(await (await get(running.internalPort, '/metrics')).text()).toContain(
      'things_total{service="test"} 1',
    );
    expect(await (await get(running.internalPort, '/bytes/1')).text()).toBe('bytes');
    expect((await get(running.internalPort, '/other')).status).toBe(404);
    expect((await get(running.internalPort, '/readyz')).status).toBe(200);
    await running.stop();
  });

  it('an internal request may take as long as the upload of a customer that it carries', async () => {
    const running = await startService('test', config, async () => Promise.resolve());
    const limits: number[] = [];
    const look = (message: unknown) => limits.push((message as { server: Server }).server.requestTimeout);
    subscribe('http.server.request.start', look);
    await get(running.internalPort, '/livez');
    unsubscribe('http.server.request.start', look);
    expect(limits).toEqual([UPLOAD_TIMEOUT_MS]);
    await running.stop();
  });

  it('a service shows in its metrics what it depends on and what runs', async () => {
    const running = await startService('test', { ...config, BUILD_VERSION: '1.2.3' }, async (service) => {
      service.check({ name: 'broker', ready: () => true });
      service.check({ name: 'store', ready: () => Promise.reject(new Error('away')) });
      await Promise.resolve();
    });
    const lines = (await (await get(running.internalPort, '/metrics')).text()).split('\n');
    expect(lines).toContain('service_check_up{check="broker",service="test"} 1');
    expect(lines).toContain('service_check_up{check="store",service="test"} 0');
    expect(lines).toContain(
      `service_build_info{version="1.2.3",node_version="${process.version}",service="test"} 1`,
    );
    await running.stop();
  });

  it('a service stops waiting for parts that do not end in time, and reports it', async () => {
    const running = await startService('test', { ...config, SHUTDOWN_GRACE_MS: 20 }, async (service) => {
      await service.use({ close: () => new Promise<void>(() => undefined) });
    });
    expect(await running.stop()).toBe(false);
  });
});

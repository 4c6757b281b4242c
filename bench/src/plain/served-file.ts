import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';

/** Serves a file from the disk, as any web server does. */
const app = express();
const file = process.env['SERVED_FILE'] ?? '';
app.get('/', (_request, response) => response.sendFile(file));
const server = createServer(app).listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.('ready');
process.on('message', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit(0));

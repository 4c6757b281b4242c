// The same of a program without ES modules. usage: journey.cjs <address>
const api = require('@estate/client');
const journey = require('./journey-steps.cjs');

void journey(api, process.argv[2]);

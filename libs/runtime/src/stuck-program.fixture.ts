/** Reports that it runs, and then ignores all messages and a closed channel. */
process.send?.('running');
for (;;);

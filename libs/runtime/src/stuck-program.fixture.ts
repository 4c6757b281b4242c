/** Says that it runs, and never looks at a message or a closed channel again. */
process.send?.('running');
for (;;);

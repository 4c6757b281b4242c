// `--demo-only`: runs the demo on a system elsewhere. Otherwise: the whole local stack.
if (process.argv.includes('--demo-only')) await import('./demo-elsewhere.ts');
else await import('./run-stack.ts');

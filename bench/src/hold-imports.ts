import type { Stack } from '@estate/stack';

/**
 * Does work while the sandbox portal imports nothing: on both sides of a comparison the other side's import is not measured. What has
 * arrived is imported afterwards.
 */
export async function withoutImports<T>(stack: Stack, work: () => Promise<T>): Promise<T> {
  await order(stack, true);
  try {
    return await work();
  } finally {
    await order(stack, false);
  }
}

async function order({ portalUrl }: Stack, held: boolean): Promise<void> {
  const answer = await fetch(`${portalUrl}/api/imports`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ held }),
  });
  if (!answer.ok) throw new Error(`The portal answered ${String(answer.status)}.`);
}

/** Keeps the thread busy, so that no timer and no answer is heard meanwhile. */
export function keepBusy(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

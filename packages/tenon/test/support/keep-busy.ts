const never = new Int32Array(new SharedArrayBuffer(4))

/** Blocks the thread, so that no timer and no answer is heard meanwhile, and leaves the processor to others. */
export function keepBusy(ms: number): void {
  Atomics.wait(never, 0, 0, ms) // time: that is what it is for
}

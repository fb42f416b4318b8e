const never = new Int32Array(new SharedArrayBuffer(4))

/** Blocks the thread without using the CPU, so that no timer and no response is handled meanwhile. */
export function keepBusy(ms: number): void {
  Atomics.wait(never, 0, 0, ms) // time: that is what it is for
}

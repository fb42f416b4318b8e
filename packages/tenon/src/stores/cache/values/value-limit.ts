import type { Log } from '../../../base/log/log.ts'
import { ThrottledLog } from '../../../base/log/throttled-log.ts'

/** The size limit of cached values. A larger value is not cached; it causes a warning, not an error. */
export class ValueLimit {
  readonly #limitBytes: number
  readonly #warning: ThrottledLog

  constructor(limitBytes: number, log: Log) {
    this.#limitBytes = limitBytes
    this.#warning = new ThrottledLog(log, 'warn')
  }

  admits(key: string, text: string): boolean {
    // A UTF-16 unit is at most three bytes of UTF-8, so most texts need no counting.
    if (text.length * 3 <= this.#limitBytes) return true
    const bytes = Buffer.byteLength(text)
    if (bytes <= this.#limitBytes) return true
    const limitBytes = this.#limitBytes
    this.#warning.write('A value is too large to be cached', { key, bytes, limitBytes })
    return false
  }
}

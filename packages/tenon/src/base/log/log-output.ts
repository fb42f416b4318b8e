import { writeSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

// The file descriptor is non-blocking, so a write returns as soon as the reader's buffer is full.
// Writing from a thread, as pino's transports and asynchronous destinations do, would be no
// better than writing synchronously: four blocked threads stop every file operation of the process,
// and the process cannot exit while a thread is blocked.

/** The most that is buffered for a slow reader, in characters. */
const limitLength = 4 * 1024 * 1024
/** A pipe takes this many bytes atomically, so lines of several processes do not interleave. */
const batchBytes = 4096
const retryMs = 5
/** How long an exiting process waits for a reader that accepts nothing. */
const patienceMs = 5000

export interface LogOutputOptions {
  /** The file descriptor to write to: a file, or a non-blocking pipe, socket or FIFO. */
  readonly fd: number
  /** Called with the number of dropped lines once there is room again. */
  readonly onDropped: (count: number) => void
}

/**
 * Writes lines at the end of each turn of the event loop without ever waiting for the reader. If
 * the reader stalls, lines are buffered up to a limit; lines beyond it are dropped and counted.
 */
export class LogOutput {
  readonly #fd: number
  readonly #onDropped: (count: number) => void
  #lines: string[] = []
  /** Index of the first line in the batch being written. */
  #first = 0
  /** Index of the first line after that batch. */
  #next = 0
  /** Number of buffered characters. */
  #length = 0
  /** The remainder of a partially written batch. */
  #rest: Uint8Array | undefined
  #dropped = 0
  #isScheduled = false
  #isFlushedAtExit = false

  constructor({ fd, onDropped }: LogOutputOptions) {
    this.#fd = fd
    this.#onDropped = onDropped
  }

  write(line: string): void {
    if (this.#isFullWith(line)) this.#writeAll()
    if (this.#isFullWith(line)) {
      this.#dropped += 1
      return
    }
    if (!this.#isFlushedAtExit) this.#flushAtExit()
    this.#lines.push(line)
    this.#length += line.length
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.#writeLater())
  }

  /**
   * Writes the buffered lines before the process exits; gives up on a reader that has taken nothing
   * for five seconds.
   */
  flushSync(): void {
    let rest = this.#rest
    let latest = performance.now() + patienceMs
    while (!this.#writeAll() && performance.now() < latest) {
      if (this.#rest !== rest) latest = performance.now() + patienceMs
      rest = this.#rest
      sleep(retryMs)
    }
  }

  #flushAtExit(): void {
    this.#isFlushedAtExit = true
    process.once('exit', () => this.flushSync())
  }

  #isFullWith(line: string): boolean {
    return this.#length + line.length > limitLength
  }

  #writeLater(): void {
    this.#isScheduled = !this.#writeAll()
    if (this.#isScheduled) setTimeout(() => this.#writeLater(), retryMs).unref()
  }

  /** Writes as much as possible; returns whether the buffer is empty. */
  #writeAll(): boolean {
    let hasWritten = false
    try {
      for (let batch = this.#toBatch(); batch !== undefined; batch = this.#toBatch()) {
        const written = writeSync(this.#fd, batch)
        hasWritten = true
        this.#rest = written < batch.length ? batch.subarray(written) : undefined
      }
    } catch (error) {
      if (isStalled(error)) return false
      this.#dropAll()
    }
    if (hasWritten) this.#tellOfDropped()
    return this.#lines.length === 0
  }

  /** Joins the next lines into a batch; a single line may be longer than a batch. */
  #toBatch(): Uint8Array | undefined {
    if (this.#rest !== undefined) return this.#rest
    let text = ''
    let bytes = 0
    this.#forgetWritten()
    this.#first = this.#next
    while (this.#next < this.#lines.length) {
      const line = this.#lines[this.#next] ?? ''
      bytes += Buffer.byteLength(line)
      if (text !== '' && bytes > batchBytes) break
      text += line
      this.#next += 1
    }
    if (text === '') {
      this.#forgetAll()
      return undefined
    }
    this.#length -= text.length
    this.#rest = Buffer.from(text)
    return this.#rest
  }

  /** Removes written lines only when they are half of the list, so that a line is moved once on average. */
  #forgetWritten(): void {
    if (this.#next * 2 < this.#lines.length) return
    this.#lines.splice(0, this.#next)
    this.#next = 0
  }

  /** Handles a closed reader or a full disk. */
  #dropAll(): void {
    this.#dropped += this.#lines.length - this.#first
    this.#forgetAll()
  }

  #forgetAll(): void {
    this.#lines = []
    this.#first = 0
    this.#next = 0
    this.#length = 0
    this.#rest = undefined
  }

  #tellOfDropped(): void {
    const count = this.#dropped
    if (count === 0) return
    this.#dropped = 0
    this.#onDropped(count)
  }
}

/** Checks whether the reader has no room at the moment. */
function isStalled(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EAGAIN' || code === 'EINTR'
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

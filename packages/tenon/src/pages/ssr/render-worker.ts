import { Worker } from 'node:worker_threads'
import type { RenderContext, RenderedPage } from './rendered-page.ts'

/** The message to a worker: render a page. */
export interface RenderCall {
  readonly id: number
  readonly pageJson: string
}

/** A worker's message. `isReady` comes first, when the worker has loaded. */
export type RenderAnswer =
  | { readonly isReady: true }
  | { readonly id: number; readonly page: RenderedPage }
  | { readonly id: number; readonly error: unknown }

/** The data of a worker thread. It tells a built `ssr.js` that a `RenderWorker` has started it. */
export interface RenderWorkerData {
  readonly tenonRenders: RenderContext
}

/** Whether a thread was started by a `RenderWorker`, by its data. */
export function isRenderWorker(data: unknown): data is RenderWorkerData {
  return typeof data === 'object' && data !== null && 'tenonRenders' in data
}

export interface RenderWorkerOptions {
  readonly file: string
  readonly context: RenderContext
  readonly timeoutMs: number
}

/**
 * Renders in a thread. The thread starts with the first page, and again after a render that did not end.
 *
 * While the thread loads, pages wait here. A page that times out before is never sent to the thread, and
 * the thread serves later pages however long it takes to load.
 */
export class RenderWorker {
  readonly #options: RenderWorkerOptions
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #isReady = false
  #calls = 0

  constructor(options: RenderWorkerOptions) {
    this.#options = options
  }

  async render(pageJson: string): Promise<RenderedPage> {
    const worker = (this.#worker ??= this.#start())
    const call: RenderCall = { id: (this.#calls += 1), pageJson }
    const { promise, resolve, reject } = Promise.withResolvers<RenderedPage>()
    this.#waiting.set(call.id, { call, resolve, reject })
    const { timeoutMs } = this.#options
    const timer = setTimeout(() => {
      const late = new Error(`It took longer than ${timeoutMs} ms.`)
      if (this.#isReady) this.#abandon(worker, late)
      else reject(late)
    }, timeoutMs)
    if (this.#isReady) send(worker, call)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(call.id)
    }
  }

  #start(): Worker {
    const { file, context } = this.#options
    const workerData: RenderWorkerData = { tenonRenders: context }
    const worker = new Worker(file, { workerData })
    this.#isReady = false
    worker.on('message', (answer: RenderAnswer) => this.#take(worker, answer))
    worker.on('error', (error) => this.#abandon(worker, error))
    worker.on('exit', () => this.#abandon(worker, new Error('The worker has ended.')))
    worker.unref() // The worker must not keep a stopping process alive.
    return worker
  }

  #take(worker: Worker, answer: RenderAnswer): void {
    if (this.#worker !== worker) return
    if ('isReady' in answer) {
      this.#isReady = true
      for (const { call } of this.#waiting.values()) send(worker, call)
      return
    }
    const waiting = this.#waiting.get(answer.id)
    if ('page' in answer) waiting?.resolve(answer.page)
    else waiting?.reject(answer.error)
  }

  /** Terminates the worker and rejects all waiting renders, so that their pages are sent unrendered instead of late. */
  #abandon(worker: Worker, reason: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    void worker.terminate()
    for (const waiting of this.#waiting.values()) waiting.reject(reason)
  }
}

interface Waiting {
  readonly call: RenderCall
  readonly resolve: (page: RenderedPage) => void
  readonly reject: (reason: unknown) => void
}

function send(worker: Worker, call: RenderCall): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  worker.postMessage(call)
}

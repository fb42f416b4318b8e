import { Worker } from 'node:worker_threads'
import type { RenderContext, RenderedPage } from './rendered-page.ts'

/** What a worker is sent for one page, and what it answers. */
export interface RenderCall {
  readonly id: number
  readonly pageJson: string
}

export type RenderAnswer =
  | { readonly id: number; readonly page: RenderedPage }
  | { readonly id: number; readonly error: unknown }

/** By this a built `ssr.js` knows that it was started as our worker. */
export interface RenderWorkerData {
  readonly tenonRenders: RenderContext
}

export interface RenderWorkerOptions {
  readonly file: string
  readonly context: RenderContext
  readonly timeoutMs: number
}

/** Renders in a thread, which is started by the first page, and anew after one that did not end. */
export class RenderWorker {
  readonly #options: RenderWorkerOptions
  readonly #waiting = new Map<number, PromiseWithResolvers<RenderedPage>>()
  #worker: Worker | undefined
  #calls = 0

  constructor(options: RenderWorkerOptions) {
    this.#options = options
  }

  async render(pageJson: string): Promise<RenderedPage> {
    const worker = (this.#worker ??= this.#start())
    const call: RenderCall = { id: (this.#calls += 1), pageJson }
    const waiting = Promise.withResolvers<RenderedPage>()
    this.#waiting.set(call.id, waiting)
    const { timeoutMs } = this.#options
    const timer = setTimeout(() => {
      this.#abandon(worker, new Error(`It took longer than ${timeoutMs} ms.`))
    }, timeoutMs)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(call)
    try {
      return await waiting.promise
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(call.id)
    }
  }

  #start(): Worker {
    const { file, context } = this.#options
    const workerData: RenderWorkerData = { tenonRenders: context }
    const worker = new Worker(file, { workerData })
    worker.on('message', (answer: RenderAnswer) => this.#settle(answer))
    worker.on('error', (error) => this.#abandon(worker, error))
    worker.on('exit', () => this.#abandon(worker, new Error('The worker has ended.')))
    worker.unref() // a process that stops does not wait for it
    return worker
  }

  #settle(answer: RenderAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    if ('page' in answer) waiting?.resolve(answer.page)
    else waiting?.reject(answer.error)
  }

  /** All that wait are given up: they are answered without, rather than late. */
  #abandon(worker: Worker, reason: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    void worker.terminate()
    for (const waiting of this.#waiting.values()) waiting.reject(reason)
  }
}

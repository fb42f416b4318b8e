import { OneAtATime } from './one-at-a-time.ts'
import { toRenderPage, type RenderContext, type RenderedPage } from './rendered-page.ts'

export interface ProcessRendererOptions {
  /** Gives the default export of `resources/ssr.*`. */
  readonly load: () => Promise<unknown>
  readonly context: RenderContext
  readonly timeoutMs: number
}

/**
 * Renders in this process. A render that takes too long cannot be ended here: who waits for it gives
 * it up, and until it has ended all others are refused at once instead of waiting behind it.
 */
export class ProcessRenderer {
  readonly #options: ProcessRendererOptions
  readonly #turns = new OneAtATime()
  #isLate = false

  constructor(options: ProcessRendererOptions) {
    this.#options = options
  }

  async render(pageJson: string): Promise<RenderedPage> {
    const { load, context, timeoutMs } = this.#options
    const render = toRenderPage(await load())
    if (this.#isLate) throw new Error('An earlier page is still being rendered.')

    const late = Promise.withResolvers<never>()
    let isGivenUp = false
    const timer = setTimeout(() => {
      this.#isLate = isGivenUp = true
      late.reject(new Error(`It took longer than ${timeoutMs} ms.`))
    }, timeoutMs)
    const rendered = this.#turns.run(async () => {
      if (isGivenUp) throw new Error('Nobody waits any more.')
      try {
        return await render(pageJson, context)
      } finally {
        this.#isLate = false
        clearTimeout(timer)
      }
    })
    return Promise.race([rendered, late.promise])
  }
}

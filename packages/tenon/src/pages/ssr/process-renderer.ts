import { OneAtATime } from './one-at-a-time.ts'
import { toRenderPage, type RenderContext, type RenderedPage } from './rendered-page.ts'

export interface ProcessRendererOptions {
  /** Returns the default export of `resources/ssr.*`. */
  readonly load: (component: string) => Promise<unknown>
  readonly context: RenderContext
  readonly timeoutMs: number
}

/**
 * Renders in this process. A render that takes too long cannot be stopped: its caller stops waiting, and
 * until the render ends, all other renders are rejected at once instead of waiting for it.
 */
export class ProcessRenderer {
  readonly #options: ProcessRendererOptions
  readonly #turns = new OneAtATime()
  #isLate = false

  constructor(options: ProcessRendererOptions) {
    this.#options = options
  }

  async render(pageJson: string, component: string): Promise<RenderedPage> {
    const { load, context, timeoutMs } = this.#options
    const render = toRenderPage(await load(component))
    if (this.#isLate) throw new Error('An earlier page is still being rendered.')

    const late = Promise.withResolvers<never>()
    let isGivenUp = false
    const timer = setTimeout(() => {
      this.#isLate = isGivenUp = true
      late.reject(new Error(`It took longer than ${timeoutMs} ms.`))
    }, timeoutMs)
    const rendered = this.#turns.run(async () => {
      if (isGivenUp) throw new Error('The render was given up before it started.')
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

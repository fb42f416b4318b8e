import { ProcessRenderer } from './process-renderer.ts'
import { RenderWorker } from './render-worker.ts'
import type { RenderContext, RenderedPage } from './rendered-page.ts'

/** Which pages are rendered on the server, and where. */
export interface SsrOptions<Name extends string = string> {
  /** The pages that are; default: all. */
  readonly pages?: readonly Name[]
  /**
   * `worker` renders in a thread, which neither delays other requests nor outlives a render that
   * never ends. Default `process`.
   */
  readonly runIn?: 'process' | 'worker'
  /** Milliseconds after which the page is left to the client. Default 1000. */
  readonly timeoutMs?: number
}

/** Where the module that renders pages comes from. */
export interface RenderSource {
  /** Gives the default export of `resources/ssr.*`; in development that of the newest version. */
  readonly load: () => Promise<unknown>
  /** The built file, which a worker is started with; none in development. */
  readonly file: string | undefined
}

/** Renders pages on the server. */
export interface ServerRenderer {
  /** Whether the page is one of those that are. */
  renders(component: string): boolean
  /** Never rejects: what fails is reported, and `undefined` leaves the page to the client. */
  render(component: string, pageJson: string): Promise<RenderedPage | undefined>
}

export interface ServerRendererParts {
  readonly options: SsrOptions
  readonly source: RenderSource
  readonly context: RenderContext
  readonly report: (component: string, error: unknown) => void
}

/** Prepares rendering at boot; nothing is loaded before the first page. */
export function createServerRenderer(parts: ServerRendererParts): ServerRenderer {
  const { pages } = parts.options
  const names = pages === undefined ? undefined : new Set(pages)
  const renderer = toRenderer(parts)
  return {
    renders: (component) => names?.has(component) ?? true,
    async render(component, pageJson) {
      try {
        return await renderer.render(pageJson)
      } catch (error) {
        parts.report(component, error)
        return undefined
      }
    },
  }
}

function toRenderer({
  options,
  source: { file, load },
  context,
}: ServerRendererParts): ProcessRenderer | RenderWorker {
  const { runIn = 'process', timeoutMs = 1000 } = options
  return runIn === 'worker' && file !== undefined
    ? new RenderWorker({ file, context, timeoutMs })
    : new ProcessRenderer({ load, context, timeoutMs })
}

import { randomUUID } from 'node:crypto'
import { stripVTControlCharacters } from 'node:util'
import type { Connect, ErrorPayload, HotChannelClient, Plugin, ViteDevServer } from 'vite'

/** The event with which the server tells documents that it has a new state. */
export const stateEvent = 'tenon:state'

/** The event with which a newly connected document names the state from which it was rendered. */
export const connectedEvent = 'tenon:connected'

/** The event with which a document reports that it has updated itself. */
export const updatedEvent = 'tenon:updated'

/** The name of the meta element with the state of the server at the time it rendered the document. */
export const stateName = 'tenon-state'

/**
 * Tracks which state of the server and components a document shows. Connected documents learn each new
 * state: of the server from this class, of components from Vite. If a document was rendered from an older
 * state than the one in which it connects, it has missed a change, and is loaded again.
 *
 * Vite sends the error of a module only to documents that are connected at that moment. A document that is still
 * loading gets the error when it connects. A document that updates itself removes the error from its page, and browsers
 * do not load a failed module again. So the document gets the error again if the module still fails.
 */
export class Freshness {
  #state = randomUUID()
  #failures = 0
  #lastError: ErrorPayload['err'] | undefined
  /** The URLs of the modules that have failed. */
  readonly #failed = new Set<string>()
  /** Requests for modules that have failed. Vite passes them on without an answer. */
  readonly #refused = new WeakSet<Connect.IncomingMessage>()
  #vite: ViteDevServer | undefined

  /** Markup that tells a document its state, and how many modules had failed before it was rendered. */
  get tag(): string {
    return `<meta name="${stateName}" content="${this.#state} ${this.#failures}">\n`
  }

  /** Whether a request was for a failed module. The log and the browser's overlay show the error. */
  hasRefused(request: Connect.IncomingMessage): boolean {
    return this.#refused.has(request)
  }

  /** Starts a new state of the server and tells all connected documents. */
  advance(): void {
    this.#state = randomUUID()
    this.#vite?.environments.client.hot.send(stateEvent)
  }

  get plugin(): Plugin {
    // These are closures, because Vite calls hooks with its own context as `this`.
    const componentsChanged = () => {
      this.#state = randomUUID()
    }
    const keep: Connect.ErrorHandleFunction = (error, request, _response, next) => {
      this.#failures += 1
      this.#refused.add(request)
      if (request.url !== undefined) this.#failed.add(request.url)
      this.#lastError = toErrorPayload(error)
      next(error)
    }
    return {
      name: 'tenon:freshness',
      configureServer: (vite) => {
        this.#vite = vite
        const { hot } = vite.environments.client
        hot.on(connectedEvent, (told, client) => {
          const [state, failures] = String(told).split(' ')
          if (state !== this.#state) client.send({ type: 'full-reload' })
          else if (Number(failures) < this.#failures && this.#lastError !== undefined) {
            client.send({ type: 'error', err: this.#lastError })
          }
        })
        hot.on(updatedEvent, (_told, client) => void this.#tellAgain(vite, client))
        // Vite calls the returned function after it has added the middleware for modules, before that for errors.
        return () => void vite.middlewares.use(keep)
      },
      hotUpdate({ modules }) {
        if (this.environment.name === 'client' && modules.length > 0) componentsChanged()
      },
    }
  }

  /** Sends a document the error of an imported module that still fails. */
  async #tellAgain({ environments }: ViteDevServer, document: HotChannelClient): Promise<void> {
    const { moduleGraph } = environments.client
    for (const url of this.#failed) {
      this.#failed.delete(url)
      try {
        const module = await moduleGraph.getModuleByUrl(url)
        if (module && module.importers.size > 0) await environments.client.transformRequest(url)
      } catch (error) {
        this.#failed.add(url)
        if (error instanceof Error) document.send({ type: 'error', err: toErrorPayload(error) })
        return
      }
    }
  }
}

/** An error in the form in which Vite sends it. */
function toErrorPayload(error: Error & Partial<ErrorPayload['err']>): ErrorPayload['err'] {
  const { message, stack = '', id, frame, plugin, loc } = error
  const frames = stack.split('\n').filter((line) => /^\s*at/.test(line))
  return {
    message: stripVTControlCharacters(message),
    stack: stripVTControlCharacters(frames.join('\n')),
    ...(id !== undefined && { id }),
    ...(frame !== undefined && { frame: stripVTControlCharacters(frame) }),
    ...(plugin !== undefined && { plugin }),
    ...(loc !== undefined && { loc }),
  }
}

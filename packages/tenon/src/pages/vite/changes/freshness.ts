import { randomUUID } from 'node:crypto'
import { stripVTControlCharacters } from 'node:util'
import type { Connect, ErrorPayload, HotChannelClient, Plugin, ViteDevServer } from 'vite'

/** The event with which the server tells documents that it has a new state. */
export const stateEvent = 'tenon:state'

/** The event with which a document that is now connected names the state it was rendered from. */
export const connectedEvent = 'tenon:connected'

/** The event with which a document says that it has updated itself. */
export const updatedEvent = 'tenon:updated'

/** The name of the meta element that holds what the server knew when it rendered the document. */
export const stateName = 'tenon-state'

/**
 * Tracks which state of server and components a document shows. Connected documents learn each new
 * one: the server's from us, that of components from Vite. A document that was rendered from an older
 * state than the one in which it is connected has missed something, and loads again.
 *
 * Vite tells the error of a module to the documents that are connected at that moment. A document that is still
 * loading is not one of them, so it gets the error once it is connected. A document that updates itself removes the
 * error from its page, and browsers do not load a module again that has failed: it gets the error once more if that
 * module still fails.
 */
export class Freshness {
  #state = randomUUID()
  #failures = 0
  #lastError: ErrorPayload['err'] | undefined
  /** The URLs of the modules that have failed. */
  readonly #failed = new Set<string>()
  /** Requests for modules that have failed. Vite leaves the answer to what comes after it. */
  readonly #refused = new WeakSet<Connect.IncomingMessage>()
  #vite: ViteDevServer | undefined

  /** Markup that tells a document its state, and how many modules had failed before it was rendered. */
  get tag(): string {
    return `<meta name="${stateName}" content="${this.#state} ${this.#failures}">\n`
  }

  /** Whether a request was for a module that cannot be served, which the log and the browser's overlay explain. */
  hasRefused(request: Connect.IncomingMessage): boolean {
    return this.#refused.has(request)
  }

  /** Starts a new state of the server and tells all connected documents. */
  advance(): void {
    this.#state = randomUUID()
    this.#vite?.environments.client.hot.send(stateEvent)
  }

  get plugin(): Plugin {
    // Vite calls the hooks with a context of its own as `this`.
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
        // A returned function runs once Vite has added what serves modules, and before what answers errors.
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

/** What Vite sends of an error. */
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

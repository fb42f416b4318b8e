import { randomUUID } from 'node:crypto'
import type { Plugin, ViteDevServer } from 'vite'

/** The event with which the server tells documents that it has a new state. */
export const stateEvent = 'tenon:state'

/** The event with which a document that is now connected names the state it was rendered from. */
export const connectedEvent = 'tenon:connected'

/** The name of the meta element that holds the state a document was rendered from. */
export const stateName = 'tenon-state'

/**
 * Tracks which state of server and components a document shows. Connected documents learn each new
 * one: the server's from us, that of components from Vite. A document that was rendered from an older
 * state than the one in which it is connected has missed something, and loads again.
 */
export class Freshness {
  #state = randomUUID()
  #vite: ViteDevServer | undefined

  /** Markup that tells a document its state. */
  get tag(): string {
    return `<meta name="${stateName}" content="${this.#state}">\n`
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
    return {
      name: 'tenon:freshness',
      configureServer: (vite) => {
        this.#vite = vite
        const { hot } = vite.environments.client
        hot.on(connectedEvent, (state, client) => {
          if (state !== this.#state) client.send({ type: 'full-reload' })
        })
      },
      hotUpdate({ modules }) {
        if (this.environment.name === 'client' && modules.length > 0) componentsChanged()
      },
    }
  }
}

import { randomUUID } from 'node:crypto'
import type { Plugin, ViteDevServer } from 'vite'

/** The event with which the server sends a document the server's state. */
export const stateEvent = 'tenon:state'

/** The event with which a document asks for the state. */
export const askEvent = 'tenon:ask'

/** The name of the meta element that holds the state a document was rendered from. */
export const stateName = 'tenon-state'

/**
 * Tracks which state of the server a document shows. Every new state is sent to all documents. A
 * document also asks once it is connected, because the state may have changed since its response.
 */
export class Freshness {
  #state = randomUUID()
  #vite: ViteDevServer | undefined

  /** Markup that tells a document its state. */
  get tag(): string {
    return `<meta name="${stateName}" content="${this.#state}">\n`
  }

  /** Starts a new state and sends it to all connected documents. */
  advance(): void {
    this.#state = randomUUID()
    this.#vite?.environments.client.hot.send(stateEvent, this.#state)
  }

  get plugin(): Plugin {
    return {
      name: 'tenon:freshness',
      configureServer: (vite) => {
        this.#vite = vite
        const { hot } = vite.environments.client
        hot.on(askEvent, (_data, client) => client.send(stateEvent, this.#state))
      },
    }
  }
}

import { randomUUID } from 'node:crypto'
import type { Plugin, ViteDevServer } from 'vite'

/** The event by which the server tells a document the state of its side. */
export const stateEvent = 'tenon:state'

/** The event by which a document asks for it. */
export const askEvent = 'tenon:ask'

/** The name of the meta element in which a document notes the state that it was made of. */
export const stateName = 'tenon-state'

/**
 * Which state of the server's side a document shows. Documents are told of every new one, and ask
 * once they listen: a change may have come between their answer and their connection.
 */
export class Freshness {
  #state = randomUUID()
  #vite: ViteDevServer | undefined

  /** Markup by which a document knows its state. */
  get tag(): string {
    return `<meta name="${stateName}" content="${this.#state}">\n`
  }

  /** Begins a new state, and tells whoever listens. */
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

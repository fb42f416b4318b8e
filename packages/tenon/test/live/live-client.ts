import assert from 'node:assert/strict'
import type { LiveProp } from '../../src/pages/live/live-tickets.ts'

/** A browser that shows live pages, without a window. */
export class LiveClient {
  readonly #origin: string
  readonly #fetch: typeof fetch
  #cookie = ''

  constructor(origin: string, send: typeof fetch = fetch) {
    this.#origin = origin
    this.#fetch = send
  }

  async post(path: string): Promise<number> {
    const response = await this.#send(path, { method: 'POST' })
    return response.status
  }

  /** Visits a page and returns its tickets, by prop. */
  async visit(path: string): Promise<Readonly<Record<string, string>>> {
    const response = await this.#send(path, { headers: { 'x-inertia': 'true' } })
    assert.equal(response.status, 200, await response.clone().text())
    // Sound: a page with live props.
    const { liveProps } = (await response.json()) as { liveProps: Record<string, LiveProp> }
    return Object.fromEntries(Object.entries(liveProps).map(([prop, { ticket }]) => [prop, ticket]))
  }

  /** Opens a stream for tickets. */
  async follow(...tickets: readonly string[]): Promise<Response> {
    return this.#send('/_app/changes', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tickets: tickets.map((ticket) => [ticket]) }),
    })
  }

  async #send(path: string, options: RequestInit): Promise<Response> {
    const headers = new Headers(options.headers)
    if (this.#cookie !== '') headers.set('cookie', this.#cookie)
    const response = await this.#fetch(this.#origin + path, { ...options, headers })
    const set = response.headers.getSetCookie().map((line) => line.split(';', 1)[0])
    if (set.length > 0) this.#cookie = set.join('; ')
    return response
  }
}

/** The events of a stream, as they come. */
export async function* eventsOf({ body }: Response): AsyncGenerator<LiveEvent> {
  let text = ''
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const retryMs = Number(/^retry: (\d+)$/m.exec(event)?.[1])
      yield { retryMs, data: JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '') }
    }
  }
}

export interface LiveEvent {
  readonly retryMs: number
  readonly data: { readonly changed?: object; readonly refused?: readonly number[] }
}

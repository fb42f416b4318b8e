import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** Sends a request, and returns the answer when its head has arrived. */
export type Send = (
  method: string,
  path: string,
  content?: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> },
) => Promise<IncomingMessage>

/** How long a client waits before it comes back: less than a browser, so that tests are short. */
const retryMs = 50

/** How long a browser waits for a sign of life before it hangs up. */
const browserSilenceMs = 60_000

/** A client that shows a page of notes, and follows it whatever happens to the server. */
export class LiveWatcher implements AsyncDisposable {
  /** What it shows. */
  titles: readonly string[] = []
  /** How often its stream was opened, and how often it has asked for the page. */
  streams = 0
  asked = 0
  readonly #send: Send
  readonly #path: string
  readonly #silenceMs: number
  readonly #running: Promise<void>
  #stream: IncomingMessage | undefined
  #isOver = false

  constructor(send: Send, path: string, silenceMs: number = browserSilenceMs) {
    this.#send = send
    this.#path = path
    this.#silenceMs = silenceMs
    this.#running = this.#run()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    this.#stream?.destroy()
    await this.#running
  }

  /** Loses its stream; it comes back. */
  drop(): void {
    this.#stream?.destroy()
  }

  async #run(): Promise<void> {
    let shown: Shown | undefined
    while (!this.#isOver) {
      try {
        shown ??= await this.#visit()
        shown = await this.#follow(shown)
      } catch {
        // A server was killed: the client comes back.
      }
      // time: what a browser waits as well
      await delay(retryMs)
    }
  }

  /** Shows the page, or asks for its props again. */
  async #visit({ isAgain = false } = {}): Promise<Shown> {
    this.asked += 1
    const again = isAgain ? { purpose: 'live' } : {}
    const answer = await this.#send('GET', this.#path, { headers: again })
    const { props, liveProps } = JSON.parse(await textOf(answer))
    this.titles = props.titles
    const { ticket, position } = liveProps.titles
    return { ticket, since: position }
  }

  /** Follows until the stream ends; returns from where to follow again, or nothing if the page is to be shown again. */
  async #follow(shown: Shown): Promise<Shown | undefined> {
    const tickets = [[shown.ticket, shown.since]]
    const stream = await this.#send('POST', '/_app/changes', { body: JSON.stringify({ tickets }) })
    if (stream.statusCode !== 200) {
      stream.resume()
      return stream.statusCode === 403 ? undefined : shown
    }
    this.#stream = stream
    // It was still under way when this client was closed.
    if (this.#isOver) stream.destroy()
    this.streams += 1
    let current = shown
    // time: as a browser waits
    const silence = setTimeout(() => stream.destroy(), this.#silenceMs)
    try {
      let text = ''
      for await (const part of stream.setEncoding('utf8')) {
        silence.refresh()
        text += part
        const events = text.split('\n\n')
        text = events.pop() ?? ''
        for (const event of events) {
          const hasChanged = event.includes('"changed"')
          const since = /^id: (.*)$/m.exec(event)?.[1] ?? current.since
          current = hasChanged ? await this.#visit({ isAgain: true }) : { ...current, since }
        }
      }
    } catch (error) {
      if (this.#isOver) return undefined
      // What was told but not asked for is asked for now.
      if (!stream.readableAborted) throw error
    } finally {
      clearTimeout(silence)
    }
    return current
  }
}

interface Shown {
  readonly ticket: string
  readonly since: string
}

/** The text of an answer. Throws if it is not one of success. */
export async function textOf(answer: IncomingMessage): Promise<string> {
  const text = (await answer.setEncoding('utf8').toArray()).join('')
  if ((answer.statusCode ?? 500) >= 400) throw new Error(`Status ${answer.statusCode}`)
  return text
}

/** How long a client waits for the head of an answer. */
const answerMs = 2000

/**
 * The answer to a request that was sent. Node's cluster forgets a connection that it hands to a worker at the moment
 * of its death, so a client has to give up at some time.
 */
export async function answerTo(sent: ClientRequest): Promise<IncomingMessage> {
  // time: as a client waits
  const timer = setTimeout(() => sent.destroy(new Error('No answer in time')), answerMs)
  const [answer]: IncomingMessage[] = await once(sent, 'response').finally(() =>
    clearTimeout(timer),
  )
  if (answer === undefined) throw new Error('No answer')
  return answer
}

import { LiveConnection, type Following, type LiveListener } from './live-connection.ts'

/*
 * The one stream of a tab. The page and each channel say what they want to follow; the stream is opened again
 * only if it does not follow that yet.
 */

/** How long a hidden tab keeps its stream. */
const hiddenMs = 10_000

class LiveHub {
  readonly #wanted = new Map<LiveListener, ReadonlyMap<string, Following>>()
  #connection: LiveConnection | undefined
  #hiding: ReturnType<typeof setTimeout> | undefined
  #isWatching = false
  #isDue = false

  /** Follows this for a listener from now on, and nothing else; nothing at all for an empty map. */
  follow(listener: LiveListener, following: ReadonlyMap<string, Following>): void {
    if (following.size === 0) this.#wanted.delete(listener)
    else this.#wanted.set(listener, following)
    this.#watchTab()
    if (this.#isDue) return
    // What is rendered together is followed together.
    this.#isDue = true
    queueMicrotask(() => {
      this.#isDue = false
      this.#update()
    })
  }

  /** Until when the changes of something are known that is followed already. */
  since(watch: string): string | undefined {
    return this.#connection?.since(watch)
  }

  #update(): void {
    const following = new Map([...this.#wanted.values()].flatMap((each) => [...each]))
    if (following.size === 0) return this.#close()
    if (document.hidden || this.#connection?.covers(following) === true) return
    this.#connection?.close()
    this.#connection = new LiveConnection(following, {
      onChange: (...told) => this.#each((listener) => listener.onChange(...told)),
      onRefused: (...told) => this.#each((listener) => listener.onRefused(...told)),
      onMessage: (...told) => this.#each((listener) => listener.onMessage?.(...told)),
      onMembers: (...told) => this.#each((listener) => listener.onMembers?.(...told)),
      onClose: () => {
        this.#connection = undefined
      },
    })
  }

  /** Tells every listener: what a callback of the application throws is its own, and keeps nobody from the rest. */
  #each(tell: (listener: LiveListener) => void): void {
    for (const listener of this.#wanted.keys()) {
      try {
        tell(listener)
      } catch (error) {
        reportError(error)
      }
    }
  }

  #close(): void {
    this.#connection?.close()
    this.#connection = undefined
  }

  #watchTab(): void {
    if (this.#isWatching) return
    this.#isWatching = true
    document.addEventListener('visibilitychange', () => this.#look())
    addEventListener('pagehide', () => this.#close())
    addEventListener('pageshow', () => this.#look())
    addEventListener('online', () => {
      this.#close()
      this.#update()
    })
  }

  /** A hidden tab needs no stream: when it is shown again, it gets what it has missed. */
  #look(): void {
    clearTimeout(this.#hiding)
    if (document.hidden) this.#hiding = setTimeout(() => this.#close(), hiddenMs)
    else this.#update()
  }
}

/** The stream of this tab. */
export const liveHub = new LiveHub()

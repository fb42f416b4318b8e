import { LiveConnection, type Following, type LiveListener } from './live-connection.ts'

/*
 * The single stream of a tab. The page and each channel register what they follow. The stream is opened again
 * only if it does not follow all of it yet.
 */

/** How long a hidden tab keeps its stream. */
const hiddenMs = 10_000

class LiveHub {
  readonly #wanted = new Map<LiveListener, ReadonlyMap<string, Following>>()
  #connection: LiveConnection | undefined
  #hiding: ReturnType<typeof setTimeout> | undefined
  #isWatching = false
  #isDue = false

  /** Sets everything that a listener follows from now on. An empty map ends it. */
  follow(listener: LiveListener, following: ReadonlyMap<string, Following>): void {
    if (following.size === 0) this.#wanted.delete(listener)
    else this.#wanted.set(listener, following)
    this.#watchTab()
    if (this.#isDue) return
    // Wait for the other components that are rendered in this turn, and open one stream for all of them.
    this.#isDue = true
    queueMicrotask(() => {
      this.#isDue = false
      this.#update()
    })
  }

  /**
   * The position up to which the changes of a followed watch are known; `undefined` if the stream does not follow it.
   */
  since(watch: string): string | undefined {
    return this.#connection?.since(watch)
  }

  /**
   * The seat that another component of this tab has on a channel. All of them use the same one: the position of a second
   * one would not advance, so a stream that begins there would bring messages again.
   */
  findSeat(watch: string): Following | undefined {
    for (const following of this.#wanted.values()) {
      const each = following.get(watch)
      if (each?.isSeat === true) return each
    }
    return undefined
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

  /** Calls every listener. If a callback of the application throws, the error is reported and the others still run. */
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

  /** Closes the stream of a hidden tab after a while. When the tab is shown again, it learns the missed changes. */
  #look(): void {
    clearTimeout(this.#hiding)
    if (document.hidden) this.#hiding = setTimeout(() => this.#close(), hiddenMs)
    else this.#update()
  }
}

/** The stream of this tab. */
export const liveHub = new LiveHub()

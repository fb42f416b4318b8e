import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection that sends and receives raw bytes. */
export class RawConnection implements Disposable {
  readonly socket: Socket
  #received = ''

  static async open(port: number): Promise<RawConnection> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new RawConnection(socket)
  }

  constructor(socket: Socket) {
    this.socket = socket
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => (this.#received += chunk))
    socket.on('error', () => {})
  }

  get received(): string {
    return this.#received
  }

  send(bytes: string): void {
    this.socket.write(bytes, 'latin1')
  }

  /** Waits until `pattern` was received, and discards everything received so far. */
  async until(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.#received)) {
      if (this.socket.closed) throw new Error(`Closed after ${JSON.stringify(this.#received)}`)
      await this.#something()
    }
    const received = this.#received
    this.#received = ''
    return received
  }

  /** Waits until the server has closed the connection. */
  async end(): Promise<string> {
    while (!this.socket.closed) await this.#something()
    return this.#received
  }

  /** Waits for data or the end; unlike `once`, treats a reset connection like any other end. */
  #something(): Promise<void> {
    return new Promise((resolve) => {
      const settle = (): void => {
        this.socket.off('data', settle).off('close', settle)
        resolve()
      }
      this.socket.on('data', settle).on('close', settle)
    })
  }

  [Symbol.dispose](): void {
    this.socket.destroy()
  }
}

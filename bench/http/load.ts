import { connect, type Socket } from 'node:net'
import type { Answer } from './scenarios.ts'

/** The result of a period of load. */
export interface LoadResult {
  readonly requests: number
  readonly medianMicros: number
  readonly p99Micros: number
}

/**
 * Keeps connections busy: each has exactly one request in flight at any time, always the same one.
 * A response is recognized only by its length, which the first response determines, because the
 * load generator must cost less than the server.
 */
export class Load implements Disposable {
  readonly #connections: Connection[]

  private constructor(connections: Connection[]) {
    this.#connections = connections
  }

  static async open(port: number, count: number): Promise<Load> {
    const opening = Array.from({ length: count }, () => Connection.open(port))
    return new Load(await Promise.all(opening))
  }

  /** Sends one request and reads its whole response; every later one must have the same length. */
  async probe(request: Buffer): Promise<{ readonly answer: Answer; readonly length: number }> {
    const [connection] = this.#connections
    if (connection === undefined) throw new Error('There is no connection')
    const bytes = await connection.probe(request)
    return { answer: toAnswer(bytes), length: bytes.length }
  }

  /** Keeps every connection busy for `durationMs`, all with the same request or each with its own. */
  async run(
    request: Buffer | ((connection: number) => Buffer),
    answerLength: number,
    durationMs: number,
  ): Promise<LoadResult> {
    const until = performance.now() + durationMs
    using _awake = stayAwake()
    const latencies = await Promise.all(
      this.#connections.map((connection, index) =>
        connection.repeat(
          typeof request === 'function' ? request(index) : request,
          answerLength,
          until,
        ),
      ),
    )
    const all = Float64Array.from(latencies.flat()).toSorted()
    const atMicros = (part: number): number => (all[Math.floor(all.length * part)] ?? 0) * 1000
    return { requests: all.length, medianMicros: atMicros(0.5), p99Micros: atMicros(0.99) }
  }

  [Symbol.dispose](): void {
    for (const connection of this.#connections) connection.close()
  }
}

/**
 * Keeps this process from sleeping while it waits. Waking it up would be part of the server's cost
 * of writing; the longer a response takes, the more often it happens, and it costs more than the
 * response itself.
 */
function stayAwake(): Disposable {
  let isAwake = true
  const turn = (): void => {
    if (isAwake) setImmediate(turn)
  }
  turn()
  return { [Symbol.dispose]: () => void (isAwake = false) }
}

class Connection {
  readonly #socket: Socket
  #onData: (chunk: Buffer) => void = () => {}
  #onFailure: (error: Error) => void = () => {}

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#onData(chunk))
    socket.on('error', (error) => this.#onFailure(error))
    socket.on('close', () => this.#onFailure(new Error('The server closed the connection')))
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Connection(socket)))
      socket.once('error', reject)
    })
  }

  probe(request: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      let bytes = Buffer.alloc(0)
      this.#onFailure = reject
      this.#onData = (chunk) => {
        bytes = Buffer.concat([bytes, chunk])
        if (isWhole(bytes)) resolve(bytes)
      }
      this.#socket.write(request)
    })
  }

  repeat(request: Buffer, answerLength: number, until: number): Promise<number[]> {
    return new Promise((resolve, reject) => {
      const latencies: number[] = []
      let received = 0
      let sentAt = performance.now()
      this.#onFailure = reject
      this.#onData = (chunk) => {
        received += chunk.length
        if (received < answerLength) return
        if (received > answerLength) return reject(new Error('An answer has another length'))
        const now = performance.now()
        latencies.push(now - sentAt)
        if (now >= until) return resolve(latencies)
        received = 0
        sentAt = now
        this.#socket.write(request)
      }
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#onFailure = () => {}
    this.#socket.destroy()
  }
}

const separator = '\r\n\r\n'

function isWhole(bytes: Buffer): boolean {
  const headEnd = bytes.indexOf(separator)
  if (headEnd === -1) return false
  const head = bytes.toString('latin1', 0, headEnd)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length !== undefined) return bytes.length === headEnd + separator.length + Number(length)
  return !/\r\ntransfer-encoding/i.test(head) || bytes.toString('latin1').endsWith('0\r\n\r\n')
}

function toAnswer(bytes: Buffer): Answer {
  const headEnd = bytes.indexOf(separator)
  const [start = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colonAt = line.indexOf(':')
      return [line.slice(0, colonAt), line.slice(colonAt + 1).trim()]
    }),
  )
  const body = bytes.toString('utf8', headEnd + separator.length)
  const isChunked = headers.get('transfer-encoding') === 'chunked'
  return { status: Number(start.split(' ')[1]), headers, body: isChunked ? dechunk(body) : body }
}

function dechunk(body: string): string {
  const size = Number.parseInt(body, 16)
  if (size === 0) return ''
  const start = body.indexOf('\r\n') + 2
  const content = Buffer.from(body.slice(start)).toString('utf8', 0, size)
  return content + dechunk(body.slice(start + content.length + 2))
}

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { json, noContent, stream, text } from '../../src/web/http/replies.ts'
import { Reply, type FinishedReply } from '../../src/web/http/reply.ts'
import type { HttpRequest } from '../../src/web/http/request.ts'
import type { MaybePromise } from '../../src/base/support/maybe-promise.ts'
import { startServer, type TestServer } from '../server/start-server.ts'
import type { ServerEngine } from '../../src/web/server/engine/server-engine.ts'

/** What a client sends on one connection: each piece arrives before the next one is sent. */
export type Pieces = readonly Buffer[]

/** What both engines sent back for the same pieces, without dates. */
export interface Answers {
  readonly pieces: Pieces
  readonly node: string
  readonly sockets: string
}

/** The same application on both engines, in one process. */
export class EnginePair implements AsyncDisposable {
  readonly #node: Side
  readonly #sockets: Side

  private constructor(node: Side, sockets: Side) {
    this.#node = node
    this.#sockets = sockets
  }

  static async start(): Promise<EnginePair> {
    return new EnginePair(await Side.start('node'), await Side.start('sockets'))
  }

  /** Sends each case on its own connection to both engines, all of them side by side. */
  async ask(cases: readonly Pieces[]): Promise<readonly Answers[]> {
    const [node, sockets] = await Promise.all([this.#node.ask(cases), this.#sockets.ask(cases)])
    return cases.map((pieces, i) => ({ pieces, node: node[i] ?? '', sockets: sockets[i] ?? '' }))
  }

  /** How many requests the engine on sockets has answered without `node:http`. */
  get answeredOnSockets(): number {
    return this.#sockets.answeredAlone
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#node.server[Symbol.asyncDispose]()
    await this.#sockets.server[Symbol.asyncDispose]()
  }
}

/** One engine, and the sockets of its server by the port of the client. */
class Side {
  readonly server: TestServer
  readonly sockets: Map<number | undefined, Socket>
  answeredAlone = 0
  #isInNode = false

  private constructor(server: TestServer, sockets: Map<number | undefined, Socket>) {
    this.server = server
    this.sockets = sockets
  }

  static async start(engine: ServerEngine): Promise<Side> {
    const sockets = new Map<number | undefined, Socket>()
    const server = await startServer((request) => side.answer(request), { engine })
    const side = new Side(server, sockets)
    server.server.node.on('connection', (socket) => sockets.set(socket.remotePort, socket))
    // Before and after the server's own listener, which calls the handler.
    server.server.node.prependListener('request', () => (side.#isInNode = true))
    server.server.node.on('request', () => (side.#isInNode = false))
    return side
  }

  answer(request: HttpRequest): MaybePromise<FinishedReply> {
    if (!this.#isInNode) this.answeredAlone += 1
    return answer(request)
  }

  async ask(cases: readonly Pieces[]): Promise<readonly string[]> {
    const clients = await Promise.all(cases.map((pieces) => Client.open(this, pieces)))
    const turns = Math.max(...cases.map(({ length }) => length))
    for (let turn = 0; turn < turns; turn++) {
      for (const client of clients) client.sendPiece(turn)
      while (clients.some(({ isHeard }) => !isHeard)) await nextTurn()
      // Handlers wait only for ticks and for bodies, so they have answered by then.
      for (let i = 0; i < 3; i++) await nextTurn()
    }
    return Promise.all(clients.map((client) => client.end()))
  }
}

class Client {
  readonly #socket: Socket
  readonly #server: Socket
  readonly #pieces: Pieces
  #received = ''
  #sent = 0

  private constructor(socket: Socket, server: Socket, pieces: Pieces) {
    this.#socket = socket
    this.#server = server
    this.#pieces = pieces
    socket.setEncoding('latin1').on('data', (text: string) => (this.#received += text))
    // A server may reset what it has refused.
    socket.on('error', () => socket.destroy())
  }

  static async open({ server, sockets }: Side, pieces: Pieces): Promise<Client> {
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.setNoDelay(true)
    await once(socket, 'connect')
    while (!sockets.has(socket.localPort)) await nextTurn()
    const accepted = sockets.get(socket.localPort)
    if (accepted === undefined) throw new TypeError('The server did not accept the connection')
    sockets.delete(socket.localPort)
    return new Client(socket, accepted, pieces)
  }

  /** Sends a piece, if there is one; a server that has ended the connection gets none. */
  sendPiece(index: number): void {
    const piece = this.#pieces[index]
    if (piece === undefined || !this.#server.writable) return
    this.#sent += piece.length
    this.#socket.write(piece)
  }

  get isHeard(): boolean {
    return !this.#server.writable || this.#server.bytesRead >= this.#sent
  }

  async end(): Promise<string> {
    this.#socket.end()
    if (!this.#socket.closed) await once(this.#socket, 'close')
    return this.#received.replaceAll(/\r\ndate: [^\r]*/gi, '')
  }
}

/** Answers with everything it was asked, or as the path says. */
function answer(request: HttpRequest): MaybePromise<FinishedReply> {
  // Before all headers are read: the engine on sockets finds a few by name.
  const named = ['host', 'x', 'accept', 'cookie'].map((name) => request.header(name))
  const { method, target, headers, ip } = request
  const asked = { method, target, named, headers, ip, query: [...request.query] }
  switch (request.path()) {
    case '/body':
      return request.bytes().then((body) => json({ ...asked, body: toText(body) }))
    case '/pieces':
      return readPieces(request).then((body) => json({ ...asked, body }))
    case '/none':
      return noContent()
    case '/unchanged':
      return text('not sent').status(304)
    case '/bytes':
      return new Reply(200, 'image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]))
    case '/text':
      return text('né ☃').header('x-own', 'ä').cookie('a', '1')
    case '/stream':
      return stream(toStream(['one', 'two']))
    case '/announced':
      return stream(toStream(['one', 'two'])).header('content-length', '6')
    case '/unsendable':
      return text('x').status(0)
    case '/broken':
      throw new TypeError('broken')
    default:
      return json(asked)
  }
}

async function readPieces(request: HttpRequest): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of request.body.pieces()) pieces.push(piece)
  return toText(Buffer.concat(pieces))
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}

function toStream(chunks: readonly string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(Buffer.from(chunk))
      controller.close()
    },
  })
}

import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { SendRequest } from '../../src/auth-oauth.ts'

/** A request that the application has sent to a provider. */
export interface FakeRequest {
  /** Method and URL. */
  readonly line: string
  readonly headers: Readonly<Record<string, string>>
  readonly form: Readonly<Record<string, string>>
}

/** What a provider answers: JSON, with a status if it is not 200. */
export interface FakeAnswer {
  readonly status?: number
  readonly json: unknown
}

/** Answers for hosts of the internet, over a socket. */
export class FakeHosts implements AsyncDisposable {
  /** By method and URL without the query: `GET https://api.github.com/user`. */
  readonly answers = new Map<string, (request: FakeRequest) => FakeAnswer>()
  readonly requests: FakeRequest[] = []
  readonly #server: Server

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  static async open(): Promise<FakeHosts> {
    const opened = new FakeHosts()
    opened.#server.listen(0, '127.0.0.1')
    await once(opened.#server, 'listening')
    return opened
  }

  /** For `oauth({ fetch })`. */
  readonly send: SendRequest = (url, options) => {
    const { port } = this.#server.address() as AddressInfo
    const headers = new Headers(options.headers)
    headers.set('x-line', `${options.method} ${url}`)
    return fetch(`http://127.0.0.1:${port}/`, { ...options, headers })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const line = String(request.headers['x-line'])
    const headers = request.headers as Record<string, string>
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    const asked = { line, headers, form }
    this.requests.push(asked)
    const { status = 200, json } = this.answers.get(line.split('?')[0] ?? '')?.(asked) ?? missing
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify(json))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** The key of a provider, with which it signs ID tokens. */
export class SigningKey {
  readonly #private: KeyObject
  readonly jwk: Readonly<Record<string, unknown>>

  constructor(kid = 'one') {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    this.#private = privateKey
    this.jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }
  }

  /** Signs claims that are valid now. */
  idToken(claims: object, header: object = {}): string {
    const now = Math.floor(Date.now() / 1000)
    const parts = [
      { alg: 'RS256', kid: this.jwk['kid'], ...header },
      { iat: now, exp: now + 600, ...claims },
    ]
    const signed = parts
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    return `${signed}.${sign('sha256', Buffer.from(signed), this.#private).toString('base64url')}`
  }
}

const missing: FakeAnswer = { status: 404, json: { message: 'Not Found' } }

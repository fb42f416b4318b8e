import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import OpenIdProvider, { type AdapterPayload, type Configuration } from 'oidc-provider'
import { findPort } from '../support/find-port.ts'
import { RsaKeys } from './rsa-keys.ts'

/** Somebody who is logged in at the provider. */
export interface Account {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

/** Answers a request in the provider's stead. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => void

export const clientId = 'shop'
export const clientSecret = 'a secret of the shop, known to the provider'

/** A certified OpenID provider on a port of its own, with one person who sits at the browser. */
export class IdentityProvider implements AsyncDisposable {
  readonly issuer: string
  /** Who is logged in there. */
  account: Account = { sub: 'nobody' }
  /** Whether that person allows the application to log in. */
  consents = true
  /** What the next requests to a path get, by the path. */
  readonly faults = new Map<string, Fault>()
  /** The paths of the requests that have come from the application. */
  readonly asked: string[] = []
  readonly #redirectUris: string[]
  readonly #stored = new Map<string, AdapterPayload>()
  readonly #server: Server
  readonly #keys = new RsaKeys()
  #provider: OpenIdProvider

  private constructor(port: number, redirectUris: string[]) {
    this.issuer = `http://127.0.0.1:${port}`
    this.#redirectUris = redirectUris
    this.#provider = this.#create()
    this.#server = createServer((request, response) => this.#answer(request, response))
  }

  /** Starts a provider at which an application with these callbacks is registered. */
  static async open(...redirectUris: string[]): Promise<IdentityProvider> {
    const port = await findPort()
    const opened = new IdentityProvider(port, redirectUris)
    opened.#server.listen(port, '127.0.0.1')
    await once(opened.#server, 'listening')
    return opened
  }

  /** Signs with other keys from now on. */
  rotateKeys(): void {
    this.#provider = this.#create()
  }

  /** Accepts no connections any more. */
  async close(): Promise<void> {
    this.#server.closeAllConnections()
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
    this.#keys[Symbol.dispose]()
  }

  /** Goes through the pages of the provider as a browser does, to where it is sent back. */
  async visit(url: string): Promise<URL> {
    const cookies = new Map<string, string>()
    let next = new URL(url)
    for (let i = 0; i < 10 && next.origin === this.issuer; i++) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
      for (const each of response.headers.getSetCookie()) {
        const [pair = ''] = each.split(';')
        cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${response.status} ${await response.text()}`)
      next = new URL(location, next)
    }
    return next
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', this.issuer)
    this.asked.push(pathname)
    const fault = this.faults.get(pathname)
    if (fault !== undefined) return fault(request, response)
    if (pathname.startsWith('/interaction/')) return void this.#interact(request, response)
    this.#provider
      .callback()(request, response)
      .catch(() => response.destroy())
  }

  /** Logs the person in and gives consent, or refuses it. */
  async #interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session } = await this.#provider.interactionDetails(request, response)
    if (!this.consents) {
      const result = { error: 'access_denied', error_description: 'No, thanks' }
      return this.#provider.interactionFinished(request, response, result)
    }
    if (prompt.name === 'login') {
      const result = { login: { accountId: this.account.sub } }
      return this.#provider.interactionFinished(request, response, result)
    }
    const grant = new this.#provider.Grant({
      accountId: session?.accountId ?? '',
      clientId: String(params['client_id']),
    })
    grant.addOIDCScope(String(params['scope']))
    const result = { consent: { grantId: await grant.save() } }
    await this.#provider.interactionFinished(request, response, result)
  }

  #create(): OpenIdProvider {
    const jwk = this.#keys.take().export({ format: 'jwk' })
    const key = { ...jwk, kid: crypto.randomUUID(), use: 'sig' }
    const configuration: Configuration = {
      clients: [
        { client_id: clientId, client_secret: clientSecret, redirect_uris: this.#redirectUris },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      adapter: (name) => new Memory(name, this.#stored),
      jwks: { keys: [key] },
      cookies: { keys: ['a key of the provider'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...this.account, sub }) }),
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: 600,
        Interaction: 600,
        Session: 600,
      },
    }
    return new OpenIdProvider(this.issuer, configuration)
  }
}

/** What a provider keeps of logins, consents and codes. */
class Memory {
  readonly #name: string
  readonly #stored: Map<string, AdapterPayload>

  constructor(name: string, stored: Map<string, AdapterPayload>) {
    this.#name = name
    this.#stored = stored
  }

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    this.#stored.set(`${this.#name}:${id}`, payload)
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#stored.get(`${this.#name}:${id}`)
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return [...this.#stored.values()].find((payload) => payload.uid === uid)
  }

  async findByUserCode(): Promise<undefined> {}

  async consume(id: string): Promise<void> {
    const payload = await this.find(id)
    if (payload !== undefined) payload['consumed'] = Math.floor(Date.now() / 1000)
  }

  async destroy(id: string): Promise<void> {
    this.#stored.delete(`${this.#name}:${id}`)
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, payload] of this.#stored)
      if (payload.grantId === grantId) this.#stored.delete(key)
  }
}

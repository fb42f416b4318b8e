/** What a browser sends besides method and path. */
export interface Sent {
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer, read to its end; redirects are not followed. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly location: string | null
  readonly cookies: readonly string[]
  readonly text: string
  json(): unknown
}

/** A browser with its own cookies, or a program if it accepts JSON only. */
export class Browser {
  readonly cookies: Map<string, string>
  readonly #origin: string
  readonly #headers: Readonly<Record<string, string>>

  constructor(
    origin: string,
    headers: Readonly<Record<string, string>> = {},
    cookies: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#origin = origin
    this.#headers = { accept: 'text/html', ...headers }
    this.cookies = new Map(cookies)
  }

  /** Another one with the same cookies, as a thief would have. */
  copy(headers: Readonly<Record<string, string>> = {}): Browser {
    return new Browser(this.#origin, { ...this.#headers, ...headers }, this.cookies)
  }

  get(path: string, sent?: Sent): Promise<Answer> {
    return this.send('GET', path, sent)
  }

  post(path: string, form: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('POST', path, { form })
  }

  async send(method: string, path: string, { form, json, headers }: Sent = {}): Promise<Answer> {
    const body =
      json === undefined
        ? form === undefined
          ? null
          : new URLSearchParams(form)
        : JSON.stringify(json)
    const response = await fetch(this.#origin + path, {
      method,
      body,
      redirect: 'manual',
      headers: {
        ...this.#headers,
        ...(this.cookies.size > 0 && { cookie: this.#cookieHeader() }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    const text = await response.text()
    const cookies = response.headers.getSetCookie()
    for (const cookie of cookies) this.#keep(cookie)
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get('location'),
      cookies,
      text,
      json: () => JSON.parse(text) as unknown,
    }
  }

  #cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';')
    const at = pair.indexOf('=')
    if (/expires=thu, 01 jan 1970/i.test(cookie)) this.cookies.delete(pair.slice(0, at))
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

import { inspect } from 'node:util'
import assert from 'node:assert/strict'

interface ResponseParts {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly cookies: readonly string[]
  readonly text: string
  readonly error: unknown
}

/** A page object, as far as tests look at it. */
export interface PageObject {
  readonly component: string
  readonly props: Readonly<Record<string, unknown>>
  readonly url: string
  readonly flash?: Readonly<Record<string, unknown>>
  readonly [key: string]: unknown
}

/** An answer, read whole; each assertion returns it, so that they chain. */
export class TestResponse {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  /** The `Set-Cookie` lines. */
  readonly cookies: readonly string[]
  readonly text: string
  /** What was thrown on the way, when the answer tells of an error. */
  readonly error: unknown

  constructor({ status, headers, cookies, text, error }: ResponseParts) {
    this.status = status
    this.headers = headers
    this.cookies = cookies
    this.text = text
    this.error = error
  }

  /** The body as JSON. */
  json(): unknown {
    return this.#parse(this.text, 'JSON')
  }

  /** The page object, of a page client's answer or from within a document. */
  page(): PageObject {
    const inDocument = /<script data-page="app" type="application\/json">(.*?)<\/script>/s.exec(
      this.text,
    )
    const page = this.#parse(inDocument?.[1] ?? this.text, 'page')
    assert.ok(isPage(page), this.#isNo('page'))
    return page
  }

  /** Asserts the status; the message tells what went wrong in the application, if anything did. */
  assertStatus(status: number): this {
    assert.equal(this.status, status, `The status is ${this.status}, not ${status}${this.#cause}`)
    return this
  }

  /** Asserts a header's value. */
  assertHeader(name: string, value: string): this {
    assert.equal(this.headers.get(name.toLowerCase()), value, `The header "${name}"`)
    return this
  }

  /** Asserts a redirect to `path`: 302, 303 or whatever the handler has set. */
  assertRedirect(path: string): this {
    assert.ok(this.status >= 300 && this.status < 400, this.#isNo('redirect'))
    return this.assertHeader('location', path)
  }

  /** Asserts the page's component and, when given, some of its props. */
  assertPage(component: string, props: Readonly<Record<string, unknown>> = {}): this {
    const page = this.page()
    const message = `The page is "${page.component}", not "${component}"${this.#cause}`
    assert.equal(page.component, component, message)
    for (const [name, value] of Object.entries(props)) assert.deepEqual(page.props[name], value)
    return this
  }

  /** Asserts exactly these messages by field, of a page or of a JSON answer. */
  assertErrors(errors: Readonly<Record<string, string>>): this {
    const isPageAnswer = this.headers.get('x-inertia') === 'true' || this.text.startsWith('<')
    const holder = isPageAnswer ? this.page().props : this.json()
    assert.ok(isObject(holder) && 'errors' in holder, this.#isNo('list of errors'))
    assert.deepEqual(holder.errors, errors)
    return this
  }

  /** Asserts the body as JSON. */
  assertJson(value: unknown): this {
    assert.deepEqual(this.json(), value)
    return this
  }

  #parse(text: string, expected: string): unknown {
    try {
      return JSON.parse(text)
    } catch {
      return assert.fail(this.#isNo(expected))
    }
  }

  /** What came in place of what a test expected. */
  #isNo(expected: string): string {
    const location = this.headers.get('location')
    const got = location === undefined ? JSON.stringify(this.text.slice(0, 200)) : `to ${location}`
    return `The answer is no ${expected}: ${this.status} ${got}${this.#cause}`
  }

  /** What went wrong in the application, if anything did. */
  get #cause(): string {
    return this.error === undefined ? '' : ` (${inspect(this.error)})`
  }
}

function isPage(value: unknown): value is PageObject {
  return isObject(value) && 'component' in value && 'props' in value
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

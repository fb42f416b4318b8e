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
    return JSON.parse(this.text)
  }

  /** The page object, of a page client's answer or from within a document. */
  page(): PageObject {
    const inDocument = /<script data-page="app" type="application\/json">(.*?)<\/script>/s.exec(
      this.text,
    )
    const page: unknown = JSON.parse(inDocument?.[1] ?? this.text)
    assert.ok(isPage(page), `The answer is no page: ${this.text.slice(0, 200)}`)
    return page
  }

  /** Asserts the status; the message tells what went wrong in the application, if anything did. */
  assertStatus(status: number): this {
    const cause = this.error === undefined ? '' : ` (${inspect(this.error)})`
    assert.equal(this.status, status, `The status is ${this.status}, not ${status}${cause}`)
    return this
  }

  /** Asserts a header's value. */
  assertHeader(name: string, value: string): this {
    assert.equal(this.headers.get(name.toLowerCase()), value, `The header "${name}"`)
    return this
  }

  /** Asserts a redirect to `path`: 302, 303 or whatever the handler has set. */
  assertRedirect(path: string): this {
    assert.ok(this.status >= 300 && this.status < 400, `The status ${this.status} is no redirect`)
    return this.assertHeader('location', path)
  }

  /** Asserts the page's component and, when given, some of its props. */
  assertPage(component: string, props: Readonly<Record<string, unknown>> = {}): this {
    const page = this.page()
    assert.equal(page.component, component)
    for (const [name, value] of Object.entries(props)) assert.deepEqual(page.props[name], value)
    return this
  }

  /** Asserts exactly these messages by field, of a page or of a JSON answer. */
  assertErrors(errors: Readonly<Record<string, string>>): this {
    const isPageAnswer = this.headers.get('x-inertia') === 'true' || this.text.startsWith('<')
    const holder = isPageAnswer ? this.page().props : this.json()
    assert.ok(typeof holder === 'object' && holder !== null && 'errors' in holder)
    assert.deepEqual(holder.errors, errors)
    return this
  }

  /** Asserts the body as JSON. */
  assertJson(value: unknown): this {
    assert.deepEqual(this.json(), value)
    return this
  }
}

function isPage(value: unknown): value is PageObject {
  return typeof value === 'object' && value !== null && 'component' in value && 'props' in value
}

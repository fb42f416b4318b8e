import { inspect } from 'node:util'
import assert from 'node:assert/strict'
import type {
  AnyText,
  ArrivedProps,
  KnownPage,
  PageName,
  WholeProps,
} from '../../pages/pages/page.ts'

interface ResponseParts {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly cookies: readonly string[]
  readonly text: string
  readonly error: unknown
  readonly statements: readonly string[]
}

/** The parts of a page object that tests use. */
export interface PageObject<Props = Readonly<Record<string, unknown>>> {
  readonly component: string
  readonly props: Props
  readonly url: string
  readonly flash?: Readonly<Record<string, unknown>>
  readonly [key: string]: unknown
}

/** A complete answer. Each assertion returns it, so that you can chain them. */
export class TestResponse {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  /** The `Set-Cookie` lines. */
  readonly cookies: readonly string[]
  readonly text: string
  /** The error behind the answer, if there is one. */
  readonly error: unknown
  /** The SQL that ran for it, in order and without values. Statements that begin or end transactions are left out. */
  readonly statements: readonly string[]

  constructor({ status, headers, cookies, text, error, statements }: ResponseParts) {
    this.status = status
    this.headers = headers
    this.cookies = cookies
    this.text = text
    this.error = error
    this.statements = statements
  }

  /** Parses the body as JSON. */
  json(): unknown {
    return this.#parse(this.text, 'JSON document')
  }

  /**
   * The page object, from the answer to a page client or from a document.
   *
   * With a name, `page('Todos/Index')`, it asserts the component, and the props are typed.
   */
  page(): PageObject
  page<Name extends PageName | AnyText>(component: KnownPage<Name>): PageObject<WholeProps<Name>>
  page(component?: string): PageObject {
    if (component !== undefined) return this.#assertComponent(component)
    const inDocument = /<script data-page="app" type="application\/json">(.*?)<\/script>/s.exec(
      this.text,
    )
    const page = this.#parse(inDocument?.[1] ?? this.text, 'page')
    assert.ok(isPage(page), this.#isNo('page'))
    return page
  }

  /** Asserts the status; the message includes the application's error, if any. */
  assertStatus(status: number): this {
    assert.equal(this.status, status, `The status is ${this.status}, not ${status}${this.#cause}`)
    return this
  }

  /** Asserts a header's value. */
  assertHeader(name: string, value: string): this {
    assert.equal(this.headers.get(name.toLowerCase()), value, `The header "${name}"`)
    return this
  }

  /** Asserts a redirect to `path`: 302, 303 or the status that the handler has set. */
  assertRedirect(path: string): this {
    assert.ok(this.status >= 300 && this.status < 400, this.#isNo('redirect'))
    return this.assertHeader('location', path)
  }

  /** Asserts the component of the page and, optionally, some of its props, each with its whole value. */
  assertPage<Name extends PageName | AnyText>(
    component: KnownPage<Name>,
    ...[props]: ArrivedProps<Name>
  ): this {
    const page = this.#assertComponent(component)
    for (const [name, value] of Object.entries(props ?? {}))
      assert.deepEqual(page.props[name], value)
    return this
  }

  /** Asserts exactly these messages by field, in a page or a JSON answer. */
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

  #assertComponent(component: string): PageObject {
    const page = this.page()
    const message = `The page is "${page.component}", not "${component}"${this.#cause}`
    assert.equal(page.component, component, message)
    return page
  }

  #parse(text: string, expected: string): unknown {
    try {
      return JSON.parse(text)
    } catch {
      return assert.fail(this.#isNo(expected))
    }
  }

  /** Describes the actual answer, for an assertion that expected another one. */
  #isNo(expected: string): string {
    const location = this.headers.get('location')
    const got = location === undefined ? JSON.stringify(this.text.slice(0, 200)) : `to ${location}`
    return `The response is not a ${expected}: ${this.status} ${got}${this.#cause}`
  }

  /** The application's error, if any. */
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

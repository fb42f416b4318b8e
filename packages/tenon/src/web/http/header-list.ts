import { SetupError } from '../../base/support/setup-error.ts'

/** A read-only list of header fields. */
export type ReadonlyHeaderList = Omit<HeaderList, 'set' | 'setChecked' | 'append'>

/**
 * An ordered list of header fields with lower-case names. A name may occur several times, as with
 * `link` and `set-cookie`. Each field is validated when it is set, so the list can be written
 * without further checks.
 */
export class HeaderList {
  /** Names and values alternate, as `node:http` expects: one array instead of one per field. */
  #fields: string[] = []

  /** Replaces the fields of this name. Throws if the field cannot be sent. */
  set(name: string, value: string): this {
    assertHeader(name, value)
    return this.setChecked(name.toLowerCase(), value)
  }

  /** Like `set`, for a lower-case name and a value that are known to be valid. */
  setChecked(name: string, value: string): this {
    const fields = this.#fields
    const index = indexOf(fields, name)
    if (index === -1) {
      fields.push(name, value)
      return this
    }
    fields[index + 1] = value
    for (let at = index + 2; (at = indexOf(fields, name, at)) !== -1;) fields.splice(at, 2)
    return this
  }

  /** Adds a field, keeping others of the same name. Throws if it cannot be sent. */
  append(name: string, value: string): this {
    assertHeader(name, value)
    this.#fields.push(name.toLowerCase(), value)
    return this
  }

  /** Returns the first value of a lower-case name. */
  get(name: string): string | undefined {
    const index = indexOf(this.#fields, name)
    return index === -1 ? undefined : this.#fields[index + 1]
  }

  /** Returns all values of a lower-case name, with commas between; empty if there is none. */
  getList(name: string): string {
    let list = ''
    this.forEach((each, value) => {
      if (each === name) list += list === '' ? value : `, ${value}`
    })
    return list
  }

  has(name: string): boolean {
    return indexOf(this.#fields, name) !== -1
  }

  forEach(visit: (name: string, value: string) => void): void {
    const fields = this.#fields
    for (let i = 0; i < fields.length; i += 2) visit(fields[i] ?? '', fields[i + 1] ?? '')
  }

  /** Returns the fields whose names `isWanted` accepts. */
  filter(isWanted: (name: string) => boolean): HeaderList {
    const list = new HeaderList()
    this.forEach((name, value) => {
      if (isWanted(name)) list.#fields.push(name, value)
    })
    return list
  }

  /** Returns these fields with those of `other`, which replace fields of the same name. */
  overlaidBy(other: ReadonlyHeaderList): HeaderList {
    const list = this.filter((name) => !other.has(name))
    other.forEach((name, value) => list.#fields.push(name, value))
    return list
  }

  copy(): HeaderList {
    const list = new HeaderList()
    list.#fields = this.#fields.slice()
    return list
  }

  /** Returns names and values alternately, as `node:http` expects. */
  toArray(): string[] {
    return this.#fields.slice()
  }

  /** Returns the fields as header lines. */
  toLines(): string {
    let lines = ''
    this.forEach((name, value) => {
      lines += `${name}: ${value}\r\n`
    })
    return lines
  }
}

/**
 * A function instead of a private method: with private methods, creating an instance takes longer,
 * because each one is branded.
 */
function indexOf(fields: readonly string[], name: string, from = 0): number {
  for (let i = from; i < fields.length; i += 2) {
    if (fields[i] === name) return i
  }
  return -1
}

// RFC 9110, 5.6.2 (token) and 5.5 (field values): CR, LF or NUL would let a value end the header.
const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/

/** Throws `E_HEADER_NAME` or `E_HEADER_VALUE` at the call that sets a header if it cannot be sent. */
export function assertHeader(name: string, value: string): void {
  if (!headerName.test(name)) {
    throw new SetupError(
      'E_HEADER_NAME',
      `${JSON.stringify(name)} is not a valid header name. Use letters, digits and dashes.`,
    )
  }
  if (!headerValue.test(value)) {
    throw new SetupError(
      'E_HEADER_VALUE',
      `The value of header "${name}" contains a character that a header cannot carry. Encode the value first.`,
    )
  }
}

/**
 * Adds the name of a request header, or several with commas between, to a value of `Vary`, which may be empty. Most
 * responses add the same names, so the results are cached. Throws if the header cannot be sent.
 */
export function addToVary(value: string, name: string): string {
  let values = knownVary.get(name)
  if (values === undefined) {
    if (knownVary.size >= mostRemembered) knownVary.clear()
    knownVary.set(name, (values = new Map()))
  }
  const found = values.get(value)
  if (found !== undefined) return found
  const names = value.toLowerCase().split(/\s*,\s*/)
  const missing = name.split(/\s*,\s*/).filter((each) => !names.includes(each.toLowerCase()))
  const added = [...(value === '' ? [] : [value]), ...missing].join(', ')
  assertHeader('vary', added)
  if (values.size >= mostRemembered) values.clear()
  values.set(value, added)
  return added
}

/** The most results in the cache: an application has a few values of `Vary`. */
const mostRemembered = 256

/** The results by the added name, then by the value before. */
const knownVary = new Map<string, Map<string, string>>()

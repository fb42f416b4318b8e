import { BadRequest } from '../../base/support/http-error.ts'
import type { UploadedFile } from './uploaded-file.ts'

// A form arrives as name-value pairs; a bracketed name determines the place of its value in the nested
// result. The tree is built from Maps and converted to objects and arrays at the end, so every name
// is plain data (`__proto__`, `constructor`) and no index can create a long array
// (`a[1000000000]`).

/** The value of a form field: text, a file, or nested values. */
export type FormValue = string | UploadedFile | readonly FormValue[] | FormFields

/** Fields by name, without a prototype. */
export interface FormFields {
  readonly [name: string]: FormValue
}

/** One field as sent. */
export type FormPair = readonly [name: string, value: string | UploadedFile]

type Branch = Map<string, Branch | string | UploadedFile>

/**
 * Builds nested fields from the pairs of a form.
 *
 * `a[b]` and `a[0]` nest, `a[]` appends, or fills a gap if the next number is taken. Keys `0` to `n - 1` become an array. Values stay text,
 * including numbers, booleans (`1`, `0`) and empty values (`''`); the schema converts them. Throws
 * `BadRequest` if a value was sent twice, is both a value and a group, is nested deeper than
 * `depth`, or has a name containing `__proto__`, which would change the prototype of any object the
 * fields are later merged into.
 */
export function nestFields(pairs: Iterable<FormPair>, depth: number): FormFields {
  const root: Branch = new Map()
  for (const [name, value] of pairs) {
    if (name.includes('__proto__')) throw new BadRequest('A field name contains "__proto__"')
    const path = toPath(name)
    if (path.length > depth) throw new BadRequest('A field name is nested too deeply')
    const key = place(root, path, value)
    if (typeof value !== 'string') value.key = key
  }
  return toObject(root)
}

/** Returns the path of the value with dots, as validation errors name it: `files.0`. */
function place(root: Branch, path: readonly string[], value: string | UploadedFile): string {
  let branch = root
  const keys: string[] = []
  for (const [i, segment] of path.entries()) {
    const isLast = i === path.length - 1
    const key = segment === '' && i > 0 ? toNextKey(branch, isLast) : segment
    const found = branch.get(key)
    keys.push(key)

    if (isLast && found === undefined) {
      branch.set(key, value)
    } else if (!isLast && (found === undefined || found instanceof Map)) {
      branch = found ?? addBranch(branch, key)
    } else {
      const name = path.join('.').slice(0, 100)
      throw new BadRequest(
        `The field "${name}" was sent more than once: a list needs [] in its name`,
      )
    }
  }
  return keys.join('.')
}

function addBranch(parent: Branch, key: string): Branch {
  const branch: Branch = new Map()
  parent.set(key, branch)
  return branch
}

function toNextKey(branch: Branch, isLast: boolean): string {
  if (!isLast) throw new BadRequest('A field name may have [] only at its end')
  // In most lists the number of entries is free. If it is taken, one of the numbers below it is not.
  let index = branch.has(String(branch.size)) ? 0 : branch.size
  while (branch.has(String(index))) index++
  return String(index)
}

/** Splits `a[b][0]` into `a`, `b`, `0`; a name that does not follow this form is a single key. */
function toPath(name: string): readonly string[] {
  const start = name.indexOf('[')
  if (start < 1 || !name.endsWith(']')) return [name]

  const segments = name.slice(start + 1, -1).split('][')
  const isMalformed = segments.some((segment) => segment.includes('[') || segment.includes(']'))
  return isMalformed ? [name] : [name.slice(0, start), ...segments]
}

function toValue(node: Branch | string | UploadedFile): FormValue {
  if (!(node instanceof Map)) return node
  return toArray(node) ?? toObject(node)
}

function toArray(branch: Branch): readonly FormValue[] | undefined {
  const items: FormValue[] = []
  for (let i = 0; i < branch.size; i++) {
    const item = branch.get(String(i))
    if (item === undefined) return undefined
    items.push(toValue(item))
  }
  return items
}

function toObject(branch: Branch): FormFields {
  const fields: Record<string, FormValue> = Object.create(null)
  for (const [key, node] of branch) fields[key] = toValue(node)
  return fields
}

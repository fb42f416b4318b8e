import { assertHeader } from '../header-list.ts'

/** How many answers are remembered: an application has a few values of `Vary`. */
const most = 256

/** By the name that is added, then by the value before. */
const known = new Map<string, Map<string, string>>()

/**
 * Adds the name of a request header to a value of `Vary`, which may be empty. Most answers add the same names, so the
 * results are remembered. Throws if the header cannot be sent.
 */
export function addToVary(value: string, name: string): string {
  let values = known.get(name)
  if (values === undefined) {
    if (known.size >= most) known.clear()
    known.set(name, (values = new Map()))
  }
  const found = values.get(value)
  if (found !== undefined) return found
  const names = value.toLowerCase().split(/\s*,\s*/)
  const isThere = names.includes(name.toLowerCase())
  const added = isThere ? value : value === '' ? name : `${value}, ${name}`
  assertHeader('vary', added)
  if (values.size >= most) values.clear()
  values.set(value, added)
  return added
}

import { isPlainObject } from '../../pages/props/given-props.ts'
import { Prop } from '../../pages/props/prop.ts'

/** Awaits promises and calls functions among props, as a page does when its props are sent. */
export async function settleProps(value: unknown): Promise<unknown> {
  const given: unknown = await value
  if (typeof given === 'function') return settleProps(given())
  if (given instanceof Prop) return settleProps(given.source)
  if (Array.isArray(given)) return Promise.all(given.map(settleProps))
  if (!isPlainObject(given)) return given
  const entries = Object.entries(given).map(async ([name, part]) => [name, await settleProps(part)])
  return Object.fromEntries(await Promise.all(entries))
}

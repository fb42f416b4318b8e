import type { Page } from '@inertiajs/core'

/** How to follow a live prop, as a page object says it. */
export interface LiveProp {
  /** What the stream takes to follow it. */
  readonly ticket: string
  /** Names what is followed. */
  readonly watch: string
  /** Where the feed of changes was before the prop was loaded. */
  readonly position: string
  /** The position of the last change that was asked for since. */
  readonly seen?: string
}

export type LiveProps = Readonly<Record<string, LiveProp>>

/** A page that may have live props. */
export type LivePage = Page & { liveProps?: LiveProps }

/**
 * Whether what was known at `position` includes the change at `change`. A position names the processes
 * that write, each with the number of its last change: `a8Xk:12,q0Lm:7`.
 */
export function includes(position: string, change: string): boolean {
  const known = toNumbers(position)
  return [...toNumbers(change)].every(([name, number]) => (known.get(name) ?? -1) >= number)
}

/** The position of two changes together. */
export function joinPositions(one: string, other: string): string {
  const joined = new Map(toNumbers(one))
  for (const [name, number] of toNumbers(other)) {
    joined.set(name, Math.max(number, joined.get(name) ?? 0))
  }
  return [...joined].map(([name, number]) => `${name}:${number}`).join(',')
}

function toNumbers(position: string): ReadonlyMap<string, number> {
  return new Map(
    position.split(',').map((entry) => {
      const [name = '', number] = entry.split(':')
      return [name, Number(number)]
    }),
  )
}

/** Whether two pages are the same one, at whatever time. */
function isSamePage(left: Page, right: Page): boolean {
  return left.component === right.component && toPath(left.url) === toPath(right.url)
}

function toPath(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? ''
}

/** A page that is shown, with the tickets of the one before if it is a part of it. */
export function withTickets(before: LivePage, shown: LivePage): LivePage {
  if (!isSamePage(before, shown)) return shown
  return { ...shown, liveProps: { ...before.liveProps, ...shown.liveProps } }
}

/**
 * Completes a page that is about to be shown: a partial answer has tickets for its own props only, and
 * an answer that was read before the one on the screen must not replace it.
 */
export function completePage(next: LivePage, shown: LivePage | undefined): void {
  if (shown?.liveProps === undefined || !isSamePage(next, shown)) return
  const kept: Record<string, LiveProp> = {}
  for (const [path, old] of Object.entries(shown.liveProps)) {
    const arrived = next.liveProps?.[path]
    const isOlder = arrived !== undefined && next.url === shown.url && isBefore(arrived, old)
    if (arrived === undefined || isOlder) kept[path] = old
    if (isOlder) put(next.props, path, get(shown.props, path))
  }
  next.liveProps = { ...next.liveProps, ...kept }
}

function isBefore(left: LiveProp, right: LiveProp): boolean {
  return left.position !== right.position && includes(right.position, left.position)
}

function get(props: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => toFields(value)?.[name], props)
}

function put(props: unknown, path: string, value: unknown): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const target = toFields(names.length === 0 ? props : get(props, names.join('.')))
  if (target !== undefined) target[last] = value
}

function toFields(value: unknown): Record<string, unknown> | undefined {
  // Sound: the props of a page are JSON.
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)
    : undefined
}

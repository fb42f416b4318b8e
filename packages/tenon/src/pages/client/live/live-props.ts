import type { Page } from '@inertiajs/core'

/** A live prop in a page object: how to follow it. */
export interface LiveProp {
  /** The ticket to send to the stream. */
  readonly ticket: string
  /** The name of the followed data. */
  readonly watch: string
  /** The position of the feed of changes before the prop was loaded. */
  readonly position: string
  /** The position of the last change for which the prop was reloaded since then. */
  readonly seen?: string
}

export type LiveProps = Readonly<Record<string, LiveProp>>

/** A page that may have live props. */
export type LivePage = Page & { liveProps?: LiveProps }

/**
 * Whether a value that was read at `position` includes the change at `change`. A position lists the writing
 * processes, each with the number of its last change: `a8Xk:12,q0Lm:7`.
 */
export function includes(position: string, change: string): boolean {
  const known = toNumbers(position)
  return [...toNumbers(change)].every(([name, number]) => (known.get(name) ?? -1) >= number)
}

/** The position that includes two changes. */
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

/** Whether two answers show the same page. */
function isSamePage(left: Page, right: Page): boolean {
  return left.component === right.component && toPath(left.url) === toPath(right.url)
}

function toPath(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? ''
}

/** Adds the tickets of the page before, if both answers show the same page. */
export function withTickets(before: LivePage, shown: LivePage): LivePage {
  if (!isSamePage(before, shown)) return shown
  return { ...shown, liveProps: { ...before.liveProps, ...shown.liveProps } }
}

/**
 * Completes a page that is about to be shown. A partial answer has tickets only for its own props, so the others
 * are kept. A prop that was read earlier than the shown one must not replace it, so the shown value is kept.
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

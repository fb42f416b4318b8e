import findMyWay from 'find-my-way'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import { Memoirist } from 'memoirist'
import { addRoute, createRouter, findRoute } from 'rou3'
import { createMatcher } from '../../packages/tenon/src/web/routing/matching/matcher.ts'
import { toPathPattern } from '../../packages/tenon/src/web/routing/path-pattern.ts'
import { routes } from './routes.ts'

export interface Router {
  readonly name: string
  /** Returns the result in the same form for all routers. */
  find(path: string): Found | undefined
  /** Matches each path once; returns how many nanoseconds that took. */
  time(paths: readonly string[]): number
}

export interface Found {
  readonly route: string
  readonly parameters: readonly string[]
}

/**
 * Every router has a separate loop, so that the compiler sees only one kind of call in it. The loop
 * counts the matches, because unused results would be optimized away.
 */
export function createRouters(): readonly Router[] {
  return [
    tenon(),
    memoirist(),
    findMyWayRouter(),
    rou3(),
    hono('Hono TrieRouter', () => new TrieRouter()),
    hono(
      'Hono SmartRouter',
      () => new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] }),
    ),
  ]
}

let found = 0

function tenon(): Router {
  const entries = routes.map((route) => ({
    method: 'GET' as const,
    pattern: toPathPattern(route.replace('*', '{rest*}')),
    value: route,
  }))
  const matcher = createMatcher(entries)
  return {
    name: 'Tenon',
    find(path) {
      const match = matcher.find('GET', path)
      return match && { route: match.value, parameters: match.parameters }
    },
    time(paths) {
      const start = process.hrtime.bigint()
      for (const path of paths) {
        if (matcher.find('GET', path) !== undefined) found++
      }
      return Number(process.hrtime.bigint() - start)
    },
  }
}

function memoirist(): Router {
  const router = new Memoirist<string>({ onParam: decode })
  for (const route of routes) router.add('GET', route, route)
  return {
    name: 'memoirist',
    find(path) {
      const match = router.find('GET', path)
      if (match === null) return undefined
      return { route: match.store, parameters: Object.values(match.params) }
    },
    time(paths) {
      const start = process.hrtime.bigint()
      for (const path of paths) if (router.find('GET', path) !== null) found++
      return Number(process.hrtime.bigint() - start)
    },
  }
}

function findMyWayRouter(): Router {
  const router = findMyWay()
  for (const route of routes) router.on('GET', route, () => {}, route)
  return {
    name: 'find-my-way',
    find(path) {
      const match = router.find('GET', path)
      if (match === null) return undefined
      const parameters = Object.values(match.params).filter((value) => value !== undefined)
      return { route: match.store, parameters }
    },
    time(paths) {
      const start = process.hrtime.bigint()
      for (const path of paths) if (router.find('GET', path) !== null) found++
      return Number(process.hrtime.bigint() - start)
    },
  }
}

function rou3(): Router {
  const router = createRouter<string>()
  for (const route of routes) addRoute(router, 'GET', route.replace('*', '**:rest'), route)
  return {
    name: 'rou3',
    find(path) {
      const match = findRoute(router, 'GET', path)
      return match && { route: match.data, parameters: Object.values(match.params ?? {}) }
    },
    time(paths) {
      const start = process.hrtime.bigint()
      for (const path of paths) if (findRoute(router, 'GET', path) !== undefined) found++
      return Number(process.hrtime.bigint() - start)
    },
  }
}

interface HonoRouter {
  add(method: string, path: string, handler: string): void
  match(method: string, path: string): HonoResult
}

type HonoResult =
  | [[string, Record<string, string>][]]
  | [[string, Record<string, number>][], string[]]

/**
 * Hono's RegExpRouter refuses these routes because of static ones beside parameters; its
 * SmartRouter, the default, then uses the next router. Values are looked up the way Hono's
 * `param()` does it.
 */
function hono(name: string, create: () => HonoRouter): Router {
  const router = create()
  for (const route of routes) router.add('GET', route.replace('*', ':rest{.+}'), route)
  const find = (path: string): Found | undefined => {
    const [handlers, stash] = router.match('GET', path)
    const [handler] = handlers
    if (handler === undefined) return undefined
    const [route, parameters] = handler
    const values = Object.values(parameters)
    return { route, parameters: values.map((value) => toValue(value, stash)) }
  }
  return {
    name,
    find,
    time(paths) {
      const start = process.hrtime.bigint()
      for (const path of paths) if (router.match('GET', path)[0].length > 0) found++
      return Number(process.hrtime.bigint() - start)
    },
  }
}

function toValue(value: string | number, stash: readonly string[] | undefined): string {
  return typeof value === 'number' ? (stash?.[value] ?? '') : value
}

/** What a server using memoirist passes to it, so that values are decoded. */
function decode(value: string): string {
  return value.includes('%') ? decodeURIComponent(value) : value
}

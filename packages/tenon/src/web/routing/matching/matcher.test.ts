import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMatcher } from './matcher.ts'
import { toPathPattern, type Segment } from '../path-pattern.ts'

function matcherOf(...paths: string[]) {
  const matcher = createMatcher(
    paths.map((path) => ({ method: 'GET', pattern: toPathPattern(path), value: path })),
  )
  return (path: string) => {
    const match = matcher.find('GET', path)
    return match && [match.value, ...match.parameters]
  }
}

describe('createMatcher', () => {
  it('agrees with a naive matcher for 100,000 paths', () => {
    const random = createRandom(20_261_120)
    let hits = 0

    for (let application = 0; application < 100; application++) {
      const patterns = toPatterns(random)
      const find = matcherOf(...patterns)
      const findPlainly = plainMatcherOf(...patterns)
      for (let i = 0; i < 1000; i++) {
        const path = toPath(patterns, random)
        const expected = orRefusal(() => findPlainly(path))
        if (Array.isArray(expected)) hits++
        assert.deepEqual(
          orRefusal(() => find(path)),
          expected,
          `${path} in ${patterns.join(' ')}`,
        )
      }
    }

    assert.ok(hits > 30_000 && hits < 70_000, `${hits} paths were found`)
  })

  it('prefers fixed text to a parameter, and a parameter to a wildcard', () => {
    const find = matcherOf('/{a*}', '/todos/{id}', '/todos/create', '/todos/{id}/edit')

    assert.deepEqual(find('/todos/create'), ['/todos/create'])
    assert.deepEqual(find('/todos/7'), ['/todos/{id}', '7'])
    assert.deepEqual(find('/todos/create/edit'), ['/todos/{id}/edit', 'create'])
    assert.deepEqual(find('/todos/7/other'), ['/{a*}', 'todos/7/other'])
  })

  it('drops the parameters of a branch that did not match', () => {
    const find = matcherOf('/{a}/{b}/x', '/{a}/c/{d}', '/p/{e}/{f}/end')

    assert.deepEqual(find('/p/c/7'), ['/{a}/c/{d}', 'p', '7'])
    assert.deepEqual(find('/p/q/x'), ['/{a}/{b}/x', 'p', 'q'])
  })

  it('decodes each segment once and keeps an encoded slash inside it', () => {
    const find = matcherOf('/files/{name}', '/caf\u00e9')

    assert.deepEqual(find('/files/a%2Fb'), ['/files/{name}', 'a/b'])
    assert.deepEqual(find('/files/%252F'), ['/files/{name}', '%2F'])
    assert.deepEqual(find('/caf%C3%A9'), ['/caf\u00e9'])
    assert.equal(find('/files%2Fname'), undefined)
  })

  it('does not match empty segments or dot segments', () => {
    const find = matcherOf('/a/{b}', '/w/{rest*}', '/')

    for (const path of ['/a/', '/a//', '//a/b', '/a/.', '/a/..', '/a/%2e%2E', '/w/', '/w', '//']) {
      assert.equal(find(path), undefined, path)
    }
  })

  it('does not let a wildcard climb to a parent folder', () => {
    const find = matcherOf('/w/{rest*}')

    for (const rest of [
      'a/../b',
      'a/%2e%2e/b',
      '..%2Fb',
      'a%2F..%2Fb',
      'a\\..\\b',
      'a%5C..',
      'a//b',
    ]) {
      assert.equal(find(`/w/${rest}`), undefined, rest)
    }
    assert.deepEqual(find('/w/a/b%20c/d'), ['/w/{rest*}', 'a/b c/d'])
  })

  it('refuses malformed escapes and NUL', () => {
    const find = matcherOf('/a/{b}')

    for (const path of ['/a/%', '/a/%zz', '/a/%C3', '/a/%ff', '/a/%00', '/%/b']) {
      assert.throws(() => find(path), { status: 400 }, path)
    }
  })

  it('finds the page at a path from an untrusted source, but none at a malformed one', () => {
    const pattern = toPathPattern('/a/{b}')
    const matcher = createMatcher([{ method: 'GET', pattern, value: 'page' }])

    const [plain, escaped] = [matcher.findPage('/a/c'), matcher.findPage('/a/%C3%A4')]

    assert.deepEqual(plain, { value: 'page', parameters: ['c'] })
    assert.deepEqual(escaped, { value: 'page', parameters: ['ä'] })
    for (const path of ['/a/%', '/a/%zz', '/a/%00', '/%/b', '/b']) {
      assert.equal(matcher.findPage(path), undefined, path)
    }
  })
})

/** A naive matcher that compares segment by segment: slow but obviously correct. */
function plainMatcherOf(...paths: string[]) {
  const routes = paths.map((path) => ({ path, segments: toPathPattern(path).segments }))
  return (path: string) => {
    const texts = path === '/' ? [] : path.slice(1).split('/').map(decode)
    return searchPlainly(routes, texts, 0)
  }
}

interface PlainRoute {
  readonly path: string
  readonly segments: readonly Segment[]
}

function searchPlainly(
  routes: readonly PlainRoute[],
  texts: readonly string[],
  index: number,
): readonly string[] | undefined {
  const text = texts[index]
  if (text === undefined) {
    const route = routes.find(({ segments }) => segments.length === index)
    return route && [route.path]
  }
  const withFixed = routes.filter(({ segments: { [index]: segment } }) => {
    return segment?.kind === 'fixed' && segment.text === text
  })
  const byText = searchPlainly(withFixed, texts, index + 1)
  if (withFixed.length > 0 && byText !== undefined) return byText

  const withParameter = routes.filter(({ segments }) => segments[index]?.kind === 'parameter')
  const isValue = text !== '' && text !== '.' && text !== '..'
  if (withParameter.length > 0 && isValue) {
    const byParameter = searchPlainly(withParameter, texts, index + 1)
    if (byParameter !== undefined)
      return [...byParameter.slice(0, 1), text, ...byParameter.slice(1)]
  }

  const wild = routes.find(({ segments }) => segments[index]?.kind === 'wildcard')
  const rest = texts.slice(index)
  if (wild === undefined || rest.some((text) => /^\.{0,2}$|[/\\]/.test(text))) return undefined
  return [wild.path, rest.join('/')]
}

function decode(segment: string): string {
  const text = decodeURIComponent(segment)
  if (text.includes('\0')) throw new URIError('NUL')
  return text
}

function orRefusal<Result>(find: () => Result): Result | 'refused' {
  try {
    return find()
  } catch {
    return 'refused'
  }
}

/** Few and similar names, so most paths match a part of the tree. */
const names = ['a', 'ab', 'abc', 'b', 'users', 'user', 'caf\u00e9', '\u{1f600}', 'x.y']
const sentNames = [
  ...names,
  'A',
  '7',
  '.',
  '..',
  '...',
  '',
  'a\\b',
  '%61b',
  '%2F',
  'a%2Fb',
  '%25',
  '%2561',
]
const oddNames = ['%', '%zz', '%00', '%C3', '%2e%2E', '%5C', 'caf%C3%A9']

type Random = (below: number) => number

/** A linear congruential generator, so every run uses the same paths. */
function createRandom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function toPatterns(random: Random): readonly string[] {
  const patterns = Array.from({ length: 1 + random(12) }, () => {
    const segments = Array.from({ length: random(5) }, (_, index) =>
      random(3) === 0 ? `{p${index}}` : pick(names, random),
    )
    return `/${[...segments, ...(random(6) === 0 ? ['{rest*}'] : [])].join('/')}`
  })
  // Two patterns of the same shape are refused before they reach a matcher.
  return [...new Map(patterns.map((path) => [path.replaceAll(/\{p\d\}/g, '{}'), path])).values()]
}

function toPath(patterns: readonly string[], random: Random): string {
  if (random(4) === 0) return `/${toSentNames(random(5), random)}`
  const path = pick(patterns, random)
    .replaceAll(/\{p\d\}/g, () => toSentNames(1, random))
    .replace('{rest*}', () => toSentNames(1 + random(3), random))
  return random(8) === 0 ? `${path}/${toSentNames(random(2), random)}` : path
}

function toSentNames(count: number, random: Random): string {
  const all = random(10) === 0 ? oddNames : sentNames
  return Array.from({ length: count }, () => pick(all, random)).join('/')
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[random(items.length)]
  assert.ok(item !== undefined)
  return item
}

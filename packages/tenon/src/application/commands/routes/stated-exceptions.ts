import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The calls by which code states an exception to what the compiler refuses. */
const exceptions = {
  'ofAnyone()': /\.ofAnyone\(/,
  'reveal()': /(?<![\w.])reveal\(/,
} as const

/**
 * Finds the places in an application's sources that reach across owners or use the values of hidden columns. Returns a
 * line for each of the two; empty in a build, which has no sources.
 */
export function findStatedExceptions(root: string): readonly string[] {
  const paths = globSync('app/**/*.{ts,tsx}', { cwd: root }).map((path) =>
    path.replaceAll(sep, '/'),
  )
  const lines = paths.toSorted().flatMap((path) => linesOf(root, path))
  return Object.entries(exceptions).flatMap(([name, said]) => {
    const places = lines.filter(({ text }) => said.test(text)).map(({ place }) => place)
    return places.length === 0 ? [] : `${name} in ${places.join(', ')}`
  })
}

function linesOf(root: string, path: string): readonly { text: string; place: string }[] {
  return readFileSync(join(root, path), 'utf8')
    .split('\n')
    .map((text, i) => ({ text, place: `${path}:${i + 1}` }))
    .filter(({ text }) => !COMMENT.test(text))
}

const COMMENT = /^\s*(?:\/\/|\/?\*)/

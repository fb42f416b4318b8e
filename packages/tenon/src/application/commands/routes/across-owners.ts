import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The places in an application's sources whose queries start with `ofAnyone()`; none in a build, which has no sources. */
export function findAcrossOwners(root: string): readonly string[] {
  const paths = globSync('app/**/*.ts', { cwd: root }).map((path) => path.replaceAll(sep, '/'))
  return paths.toSorted().flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, i) => (starts.test(line) ? `${path}:${i + 1}` : [])),
  )
}

/** Not in a comment. */
const starts = /^(?!\s*(?:\/\/|\/?\*)).*\.ofAnyone\(/

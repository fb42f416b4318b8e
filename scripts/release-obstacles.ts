/** What decides whether a version can be released. */
export interface ReleaseState {
  /** The version of the packages at the moment. */
  readonly current: string
  /** The output of `git status --porcelain`. */
  readonly changes: string
  /** The output of `git tag --list`. */
  readonly tags: string
  readonly changelog: string
}

/** Returns why a version cannot be released, one sentence each; empty if it can. */
export function findObstacles(version: string, state: ReleaseState): readonly string[] {
  if (!grammar.test(version)) {
    return [`"${version}" is not a version. Write three numbers, such as 0.2.0 or 0.2.0-beta.1.`]
  }
  const { current, changes, tags, changelog } = state
  const headings = changelog.split('\n').filter((line) => line.startsWith('## '))
  return [
    ...(isOlder(version, current) ? [`${version} is older than ${current}.`] : []),
    ...(tags.split('\n').includes(`v${version}`) ? [`The tag v${version} exists.`] : []),
    ...(changes.trim() === ''
      ? []
      : [`Commit or discard your changes first:\n${changes.trimEnd()}`]),
    ...(headings.some((heading) => heading.split(/[\s[\]]+/).includes(version))
      ? []
      : [`CHANGELOG.md has no section for ${version}. Rename "Unreleased" to "${version}".`]),
  ]
}

const grammar = /^\d+\.\d+\.\d+(?:-[\da-z]+(?:\.\d+)?)?$/

/** Whether a version is a prerelease, which is not tagged `latest`, so that `npm install` does not choose it. */
export function isPrerelease(version: string): boolean {
  return version.includes('-')
}

function isOlder(version: string, other: string): boolean {
  const [numbers, otherNumbers] = [toNumbers(version), toNumbers(other)]
  const place = numbers.findIndex((number, i) => number !== otherNumbers[i])
  return place !== -1 && (numbers[place] ?? 0) < (otherNumbers[place] ?? 0)
}

function toNumbers(version: string): readonly number[] {
  return version.replace(/-.*/, '').split('.').map(Number)
}

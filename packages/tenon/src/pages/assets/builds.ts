import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * A build writes the versions of its pages to a note, a separate file next to its manifest. The notes of earlier builds
 * stay, like their files, if a deployment copies one build over another or if you run `tenon build --keep`.
 */

const notesFolder = '.vite/builds'

/** The note of a build, below the folder of a built client. */
export function noteFile(version: string): string {
  return `${notesFolder}/${version}.json`
}

/** A build whose files still exist. */
export interface ClientBuild {
  /** The value that its page clients send as `X-Inertia-Version`. */
  readonly version: string
  /** When it was built, in milliseconds since 1970. */
  readonly builtAt: number
  /** The version of each page. */
  readonly pages: Readonly<Record<string, string>>
  /** The files with a hash in their names, below the client's folder. */
  readonly files: readonly string[]
}

/** Reads the notes in a client's folder, newest first. Ignores damaged notes. */
export function readBuilds(folder: string): readonly ClientBuild[] {
  const notes = join(folder, notesFolder)
  if (!existsSync(notes)) return []
  return readdirSync(notes)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => toBuild(readFileSync(join(notes, name), 'utf8')) ?? [])
    .toSorted((one, other) => other.builtAt - one.builtAt)
}

function toBuild(text: string): ClientBuild | undefined {
  try {
    const build: unknown = JSON.parse(text)
    return isBuild(build) ? build : undefined
  } catch {
    // The note is incomplete: clients of that build load the document again.
    return undefined
  }
}

function isBuild(value: unknown): value is ClientBuild {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    typeof value.version === 'string' &&
    'builtAt' in value &&
    typeof value.builtAt === 'number' &&
    'pages' in value &&
    typeof value.pages === 'object' &&
    value.pages !== null &&
    'files' in value &&
    Array.isArray(value.files) &&
    value.files.every((file) => typeof file === 'string')
  )
}

/** The pages that are the same in an earlier build and in the build `version`, by the earlier build's version. */
export function findSamePages(
  version: string,
  builds: readonly ClientBuild[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const own = builds.find((build) => build.version === version)?.pages ?? {}
  const earlier = builds.filter((build) => build.version !== version)
  return new Map(
    earlier.map(({ version, pages }) => {
      const same = Object.keys(own).filter((name) => own[name] === pages[name])
      return [version, new Set(same)]
    }),
  )
}

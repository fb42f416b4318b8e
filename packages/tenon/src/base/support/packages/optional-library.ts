import { once } from '../once.ts'
import { SetupError, type SetupErrorCode } from '../setup-error.ts'

/** A feature that needs a package which applications install themselves. */
export interface LibraryNeed {
  readonly code: SetupErrorCode
  /** Begins the message: `Passkeys need`. */
  readonly title: string
  /** The package that is loaded. */
  readonly name: string
  /** What to install, if that is more than the package itself. */
  readonly install?: string
}

/** Loads an optional package. Throws a `SetupError` that says what to install if that fails. */
export async function loadLibrary<Library>(
  load: () => Promise<Library>,
  need: LibraryNeed,
): Promise<Library> {
  try {
    return await load()
  } catch (cause) {
    throw notInstalled(need, cause)
  }
}

/** An optional package that is loaded on first use, because loading it at every start costs too much. */
export interface LateLibrary<Library> {
  /** Throws as `loadLibrary` does if the package is not installed, without loading it. */
  assertInstalled(): void
  /** Loads it, once. */
  load(): Promise<Library>
}

/**
 * Declares an optional package that is loaded on first use. `resolve` must be
 * `() => import.meta.resolve('name')`, which a build replaces if it includes the package.
 */
export function loadLate<Library>(
  load: () => Promise<Library>,
  need: LibraryNeed,
  resolve: () => string,
): LateLibrary<Library> {
  return {
    assertInstalled() {
      try {
        resolve()
      } catch (cause) {
        throw notInstalled(need, cause)
      }
    },
    load: once(() => loadLibrary(load, need)),
  }
}

function notInstalled(
  { code, title, name, install = name }: LibraryNeed,
  cause: unknown,
): SetupError {
  return new SetupError(
    code,
    `${title} the package ${name}, which cannot be loaded. Run "npm install ${install}" where you build the application and build again.`,
    { cause },
  )
}

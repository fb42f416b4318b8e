import { SetupError, type SetupErrorCode } from '../setup-error.ts'

/** What needs a package that applications install themselves. */
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

/**
 * Loads an optional package together with the module that awaits this. What is returned gives the package,
 * or throws as `loadLibrary` does: an application that only imports a door does not need its package.
 */
export async function loadEarly<Library>(
  load: () => Promise<Library>,
  need: LibraryNeed,
): Promise<() => Library> {
  try {
    const library = await load()
    return () => library
  } catch (cause) {
    return () => {
      throw notInstalled(need, cause)
    }
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

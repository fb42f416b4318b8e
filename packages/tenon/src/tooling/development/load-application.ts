import { existsSync } from 'node:fs'
import { applicationReceiver, type Application } from '../../application/application/application.ts'
import { SetupError } from '../../base/support/setup-error.ts'

/** An application and the module of its main file. The module stays the same until one of its files changes. */
export interface LoadedApplication {
  readonly application: Application
  readonly module: unknown
}

/**
 * Loads the application from a main file, or returns `previous` if the file did not run again. Throws the error of the
 * file, or `E_MAIN_FILE`.
 */
export async function loadApplication(
  file: string,
  load: (file: string) => Promise<unknown>,
  previous?: LoadedApplication,
): Promise<LoadedApplication> {
  assertMainFile(file)
  let application: Application | undefined
  const stopReceiving = applicationReceiver.register((received) => {
    application = received
  })
  try {
    const module = await load(file)
    if (application !== undefined) return { application, module }
    if (previous !== undefined && previous.module === module) return previous
  } finally {
    stopReceiving()
  }
  throw new SetupError(
    'E_MAIN_FILE',
    `"${file}" does not run an application. End it with "await app.run(process.argv.slice(2))".`,
  )
}

/** Throws `E_MAIN_FILE` if there is no such file. */
export function assertMainFile(file: string): void {
  if (existsSync(file)) return
  throw new SetupError(
    'E_MAIN_FILE',
    `There is no "${file}". Start tenon dev in the folder of an application.`,
  )
}

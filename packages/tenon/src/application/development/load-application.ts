import { existsSync } from 'node:fs'
import { applicationReceiver, type Application } from '../application/application.ts'
import { SetupError } from '../support/setup-error.ts'

/** An application and the main file's module, which stays the same while nothing of it has changed. */
export interface LoadedApplication {
  readonly application: Application
  readonly module: unknown
}

/**
 * Loads a main file for its application, which is that of `previous` where the file was not run
 * anew. Throws what the file throws, or `E_MAIN_FILE`.
 */
export async function loadApplication(
  file: string,
  load: (file: string) => Promise<unknown>,
  previous?: LoadedApplication,
): Promise<LoadedApplication> {
  if (!existsSync(file)) {
    throw new SetupError(
      'E_MAIN_FILE',
      `There is no "${file}". Start tenon dev in the folder of an application.`,
    )
  }
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

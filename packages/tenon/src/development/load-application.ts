import { existsSync } from 'node:fs'
import { applicationReceiver, type Application } from '../application/application.ts'
import { SetupError } from '../support/setup-error.ts'

/** Loads a main file for its application. Throws what the file throws, or `E_MAIN_FILE`. */
export async function loadApplication(
  file: string,
  load: (file: string) => Promise<unknown>,
): Promise<Application> {
  if (!existsSync(file)) {
    throw new SetupError(
      'E_MAIN_FILE',
      `There is no "${file}". Start tenon dev in the folder of an application.`,
    )
  }
  let found: Application | undefined
  const stopReceiving = applicationReceiver.register((application) => {
    found = application
  })
  try {
    await load(file)
  } finally {
    stopReceiving()
  }
  if (found !== undefined) return found
  throw new SetupError(
    'E_MAIN_FILE',
    `"${file}" does not run an application. End it with "await app.run(process.argv.slice(2))".`,
  )
}

import { SetupError } from '../../base/support/setup-error.ts'

/** Loads code that needs Vite, an optional peer. Throws `E_VITE` if it is not installed. */
export async function withVite<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (!isWithoutVite(error)) throw error
    throw new SetupError(
      'E_VITE',
      'This command needs Vite, which is not installed. Run "npm install --save-dev vite".',
      { cause: error },
    )
  }
}

function isWithoutVite(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === 'ERR_MODULE_NOT_FOUND' && /'(?:vite|rolldown)'/.test(error.message)
}

import { once } from '../../../base/support/once.ts'
import { SetupError } from '../../../base/support/setup-error.ts'

/** Loads the picture library on first use. Throws `E_DISK_PICTURES` if it is not installed. */
export const loadSharp = once(async () => {
  try {
    return (await import('sharp')).default
  } catch (cause) {
    throw new SetupError(
      'E_DISK_PICTURES',
      'A disk has variants or maxPixels, and the package that reads pictures cannot be loaded. Run "npm install sharp".',
      { cause },
    )
  }
})

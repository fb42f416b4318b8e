import { findNearest } from '../../base/console/nearest.ts'
import { SetupError } from '../../base/support/setup-error.ts'

/** The error about a page without a file. `place` is the place of its name in the code, such as `page()`. */
export function unknownPage(name: string, names: ReadonlySet<string>, place: string): SetupError {
  const near = findNearest(name, [...names])
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`
  return new SetupError(
    'E_PAGE_UNKNOWN',
    `There is no page "${name}".${hint} Add its file to the pages folder, or correct the name in ${place}.`,
  )
}

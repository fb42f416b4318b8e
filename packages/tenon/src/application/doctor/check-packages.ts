import { SetupError } from '../../base/support/setup-error.ts'
import { assertToolsServable } from '../contract/tools/mcp-endpoint.ts'
import type { ApplicationOptions } from '../runtime/application-options.ts'
import { error, type Finding } from './finding.ts'

/** Checks that the optional packages are there without which the application does not serve. */
export async function checkPackages({
  routes,
}: Pick<ApplicationOptions, 'routes'>): Promise<readonly Finding[]> {
  try {
    await assertToolsServable(routes)
    return []
  } catch (cause) {
    if (!(cause instanceof SetupError)) throw cause
    const remedy = 'Without it the server does not start.'
    return [error(cause.code, cause.message, remedy)]
  }
}

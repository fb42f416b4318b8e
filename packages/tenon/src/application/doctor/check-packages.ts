import { SetupError } from '../../base/support/setup-error.ts'
import { Disk } from '../../stores/storage/disk.ts'
import { loadSharp } from '../../stores/storage/pictures/load-sharp.ts'
import { assertToolsServable } from '../contract/tools/mcp-endpoint.ts'
import type { ApplicationOptions } from '../runtime/application-options.ts'
import { error, type Finding } from './finding.ts'

/** Checks the optional packages without which the server does not start, or no picture can be uploaded. */
export async function checkPackages(
  { routes, models = {} }: Pick<ApplicationOptions, 'routes' | 'models'>,
  loadPictures: () => Promise<unknown> = loadSharp,
): Promise<readonly Finding[]> {
  const columns = Object.values(models).flatMap(({ '~entity': { table } }) => table.files)
  const hasPictures = columns.some(
    ({ definition: { files } }) => files instanceof Disk && files.examinesPictures,
  )
  return [
    ...(await find(() => assertToolsServable(routes), 'Without it the server does not start.')),
    ...(hasPictures ? await find(loadPictures, 'Without it no picture can be uploaded.') : []),
  ]
}

async function find(load: () => Promise<unknown>, remedy: string): Promise<readonly Finding[]> {
  try {
    await load()
    return []
  } catch (cause) {
    if (!(cause instanceof SetupError)) throw cause
    return [error(cause.code, cause.message, remedy)]
  }
}

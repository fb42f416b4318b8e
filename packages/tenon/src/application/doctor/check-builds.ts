import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { noteFile, readBuilds } from '../../pages/assets/builds.ts'
import { publicFolder } from '../../pages/assets/load-assets.ts'
import { error, type Finding } from './finding.ts'

/** Checks that the files of each build that open tabs may still use exist. */
export function checkBuilds(root: string): readonly Finding[] {
  const folder = join(root, publicFolder)
  return readBuilds(folder).flatMap(({ version, files }) => {
    const missing = files.filter(
      (file) => !file.endsWith('.map') && !existsSync(join(folder, file)),
    )
    const [first] = missing
    if (first === undefined) return []
    const others = missing.length === 1 ? '' : ` and ${missing.length - 1} other files`
    return [
      error(
        `build ${version}`,
        `Open tabs of it go on, and ${first}${others} of it cannot be loaded`,
        `Copy its files to ${folder}, or remove ${join(folder, noteFile(version))}, so that these tabs load a document.`,
      ),
    ]
  })
}

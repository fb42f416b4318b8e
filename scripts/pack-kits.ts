/** Puts the files of `tenon add` into the built package: those of the workspace, so they cannot drift. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  kitNames,
  readKitSource,
} from '../packages/tenon/src/scaffolding/generators/kits/kit-files.ts'
import { root } from './command.ts'

const folder = join(root, 'packages/tenon/dist/kits')
mkdirSync(folder, { recursive: true })
for (const name of kitNames) {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(readKitSource(name)))
}

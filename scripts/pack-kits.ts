/** Copies the files of `tenon add` from the workspace into the built package, so that the two never differ. */
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

/** Puts the files of `tenon add` into the built package: those of the example, so they cannot drift. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readExample } from '../packages/tenon/src/tooling/generators/kits/kit-files.ts'
import { root } from './command.ts'

const folder = join(root, 'packages/tenon/dist/kits')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'accounts.json'), JSON.stringify(readExample()))

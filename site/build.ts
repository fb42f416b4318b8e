import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/command.ts'
import { installPackages } from './install-packages.ts'
import { writeIndexForModels } from './llms.ts'
import { outFolder, stageFolder } from './places.ts'
import { runTool } from './run-tool.ts'
import { stagePages } from './stage-pages.ts'
import { writeReference } from './write-reference.ts'

// Builds the documentation site from `docs/` and the doc comments: `npm run site`.
await installPackages()
rmSync(stageFolder, { recursive: true, force: true })
stagePages(root, stageFolder)
await writeReference(join(stageFolder, 'reference/api'))
await runTool('vitepress/bin/vitepress.js', ['build'])
writeIndexForModels(stageFolder, outFolder)
console.log(`site: ${outFolder}`)

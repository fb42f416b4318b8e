#!/usr/bin/env node
import module from 'node:module'
import { join } from 'node:path'

const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `tenon needs Node 24.7 or newer, from https://nodejs.org; this is ${process.versions.node}. ` +
      'Or give the application its own: npm install --save-dev node@24',
  )
  process.exit(1)
}
// Commands start faster with what an earlier one has compiled. Not in the temporary folder, which others may write to.
module.enableCompileCache(join(import.meta.dirname, '../.cache'))
const { runCli } = await import('../dist/node/cli.js')
await runCli(process.argv.slice(2))

#!/usr/bin/env node
import module from 'node:module'
import { join } from 'node:path'

const oldest = 24

if (Number.parseInt(process.versions.node, 10) < oldest) {
  console.error(`tenon needs Node ${oldest} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
// Commands start faster with what an earlier one has compiled. Not in the temporary folder, which others may write to.
module.enableCompileCache(join(import.meta.dirname, '../.cache'))
const { runCli } = await import('../dist/node/cli.js')
await runCli(process.argv.slice(2))

#!/usr/bin/env node
import { join } from 'node:path'

const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `create-tenon needs Node 24.7 or newer, from https://nodejs.org; this is ${process.versions.node}.`,
  )
  process.exit(1)
}
const { run } = await import('../dist/run.js')
process.exitCode = await run(process.argv.slice(2), join(import.meta.dirname, '..'))

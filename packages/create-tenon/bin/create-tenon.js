#!/usr/bin/env node
import { fileURLToPath } from 'node:url'

const args = process.argv.slice(2)
const [major, minor] = process.versions.node.split('.').map(Number)
const isOlder = major < 24 || (major === 24 && minor < 7)
// The usage and the version are for everybody.
const onlyAsks = args.some((word) => ['--help', '-h', '--version', '-v'].includes(word))

if (isOlder && !onlyAsks) {
  const { findTakenOptions, toCommand } = await import('../dist/typed-command.js')
  const command = toCommand(args, findTakenOptions(args, process.env))
  console.error(
    `create-tenon needs Node 24.7 or newer, from https://nodejs.org; this is ${process.versions.node}. ` +
      `Or let npm bring one: npx -p node@24 ${command}`,
  )
  process.exit(1)
}
const { run } = await import('../dist/run.js')
process.exitCode = await run(args, fileURLToPath(new URL('..', import.meta.url)))

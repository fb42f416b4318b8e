#!/usr/bin/env node
const oldest = 24

if (Number.parseInt(process.versions.node, 10) < oldest) {
  console.error(`tenon needs Node ${oldest} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
const { runCli } = await import('../dist/tooling/cli/main.js')
await runCli(process.argv.slice(2))

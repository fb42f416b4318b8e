import { buildApplication, type BuildOptions } from '../../src/pages/vite/build.ts'

/** Builds what it is told to, one after the other, and tells the process that asked: nothing, or what went wrong. */
let last = Promise.resolve()

process.on('message', (options: BuildOptions) => {
  last = last.then(async () => {
    process.send?.(await build(options))
  })
})

async function build(options: BuildOptions): Promise<{ readonly problem?: string }> {
  try {
    await buildApplication(options)
    return {}
  } catch (error) {
    return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { BuildOptions } from '../../src/pages/vite/build.ts'

/** What the builder builds. */
export interface Order extends BuildOptions {
  /** Only what browsers load. Default: the whole application. */
  readonly isClientOnly?: boolean
}

/**
 * Builds an application in a separate process: Vite sets NODE_ENV, which would affect other tests. All builds of a test
 * process have the same one, because its second build needs half of the CPU of its first.
 */
export function buildInBuilder(options: Order): Promise<void> {
  const built = last.then(() => build(options))
  last = built.catch(() => {})
  return built
}

let last = Promise.resolve()
let builder: ChildProcess | undefined

async function build(options: Order): Promise<void> {
  const child = (builder ??= start())
  child.channel?.ref()
  try {
    const { problem } = await ask(child, options)
    if (problem !== undefined) throw new Error(`${options.root} was not built: ${problem}`)
  } finally {
    child.channel?.unref()
  }
}

/** It ends with this process. */
function start(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'builder-process.ts'), {
    execArgv: ['--conditions=source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.unref()
  child.once('exit', () => {
    builder = undefined
  })
  return child
}

function ask(child: ChildProcess, options: Order): Promise<{ readonly problem?: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ readonly problem?: string }>()
  const onExit = (code: number | null): void =>
    reject(new Error(`The builder ended with ${code} while it built ${options.root}`))
  child.once('exit', onExit)
  child.once('message', (answer: { readonly problem?: string }) => {
    child.off('exit', onExit)
    resolve(answer)
  })
  child.send(options)
  return promise
}

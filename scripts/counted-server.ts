import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from './command.ts'

const source = '/packages/tenon/src/'

/** An application in a process whose coverage is read through its inspector. */
export async function startCounted(databaseFile: string) {
  const file = join(import.meta.dirname, 'counted-application.ts')
  const child = spawn(
    process.execPath,
    ['--inspect=127.0.0.1:0', '--conditions=source', '--disable-warning=ExperimentalWarning', file],
    {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        APP_ENV: 'production',
        APP_KEY: 'a key of the count, of 32 bytes at least',
        DATABASE_URL: `sqlite:${databaseFile}`,
        SERVER_HOST: '127.0.0.1',
        SERVER_PORT: '0',
      },
    },
  )
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const find = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(output)?.[1]
      if (found !== undefined) return found
      const ended = once(child, 'close').then(() => Promise.reject(new Error(output)))
      await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended])
    }
  }

  const inspector = await Inspector.open(await find(/(ws:\/\/\S+)/))
  const url = await find(/serves (http:\/\/[^"\s]+)/)
  await inspector.call('Profiler.enable')
  await inspector.call('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return {
    url,
    output: () => output,
    /** The files that were used since the last call. */
    async takeFiles() {
      // Let the request finish: the inspector may interrupt it after the response is sent, but before it is logged.
      await inspector.call('Runtime.evaluate', { expression: nextTurn, awaitPromise: true })
      return toFiles(await inspector.call('Profiler.takePreciseCoverage'))
    },
    async [Symbol.asyncDispose]() {
      inspector.close()
      const closed = once(child, 'close')
      child.kill('SIGKILL')
      await closed
    },
  }
}

const nextTurn = 'new Promise((resolve) => setImmediate(resolve))'

interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[]
  }[]
}

/** The files below the source with a function that was called since coverage was last taken. */
function toFiles({ result }: Coverage): readonly string[] {
  const called = result.filter(({ functions }) =>
    functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
  )
  return called.flatMap(({ url }) => url.split(source)[1] ?? []).toSorted()
}

/** Calls methods of V8's inspector. */
class Inspector {
  readonly #socket: WebSocket
  #calls = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
  }

  static async open(url: string): Promise<Inspector> {
    const socket = new WebSocket(url)
    await once(socket, 'open')
    return new Inspector(socket)
  }

  async call(method: string, params: object = {}): Promise<Coverage> {
    const id = ++this.#calls
    this.#socket.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [event] = await once(this.#socket, 'message')
      const answer: { readonly id?: number; readonly result: Coverage } = JSON.parse(event.data)
      if (answer.id === id) return answer.result
    }
  }

  close(): void {
    this.#socket.close()
  }
}

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { bareEnvironment } from '../support/bare-environment.ts'
import { fromSources, tenonCommand } from '../support/bundled-program.ts'
import { findPort } from '../support/find-port.ts'
import { until } from '../support/until.ts'

describe('the options of tenon dev', { timeout: 240_000 }, () => {
  it('--port is the port that it listens on, whatever SERVER_PORT says', async () => {
    const port = await findPort()
    await using app = startDev(['--port', String(port)], { SERVER_PORT: '1' })

    const line = await app.said(/Tenon serves (\S+)/)

    assert.equal(line, `http://localhost:${port}`)
    assert.equal(await (await fetch(`${line}/ping`)).text(), 'pong')
  })

  it('--port of another process ends it with one line that says what to do, before any task runs', async () => {
    await using other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await using app = startDev([`--port=${port}`])

    const code = await app.ended

    assert.equal(code, 1)
    const said = `Cannot listen on 127.0.0.1:${port} (EADDRINUSE). Another process is using this port: stop it, or set SERVER_PORT to a free one.`
    assert.deepEqual(app.output().trim().split('\n'), [said])
  })

  it('--port with something else than a number ends it with the values that are possible', async () => {
    await using app = startDev(['--port=http'])

    assert.equal(await app.ended, 78)
    assert.match(app.output(), /SERVER_PORT must be a number from 0 to 65535/)
  })

  it('--host=0.0.0.0 is told as addresses that a browser can open, on this machine and others', async () => {
    await using app = startDev(['--host=0.0.0.0', '--port=0'])

    const url = await app.said(/Tenon serves (\S+)/)
    await app.said(/Requests, routes and settings: (\S+)/)

    const { port } = new URL(url)
    const others = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
    const told = [...app.output().matchAll(/On the network: http:\/\/([\d.]+):(\d+)(?=")/g)]
    assert.equal(url, `http://localhost:${port}`)
    assert.deepEqual(
      told.map(([, address, toldPort]) => [address, toldPort]),
      others.flatMap(({ internal, family, address }) =>
        internal || family === 'IPv6' ? [] : [[address, port]],
      ),
    )
    assert.equal(await (await fetch(`${url}/ping`)).text(), 'pong')
  })

  it('--open opens the application with the program of the desktop', async () => {
    const environment = { APP_URL: 'http://localhost/app' }
    const program = '#!/bin/sh\nprintf %s "$*" > opened\n'
    await using app = startDev(['--open', '--host=0.0.0.0', '--port=0'], environment, program)

    const url = await app.said(/Tenon serves (\S+)/)
    const opened = await until(() => readIfThere(join(app.folder, 'opened')))

    assert.match(opened, /^http:\/\/localhost:\d+\/app$/)
    assert.equal(opened, url)
  })

  it('--open says the address where there is no desktop, and serves', async () => {
    await using app = startDev(['--open', '--port=0'])

    const url = await app.said(/No browser could be opened. The application is at (\S+)/)

    assert.equal(await (await fetch(`${url}/ping`)).text(), 'pong')
  })
})

const application = `import { application, get, routes } from 'tenon'
import { task } from 'tenon/schedule'
export const app = application({
  tasks: [task('tick').every('1m').run(() => {})],
  root: import.meta.dirname,
  routes: routes([get('/ping', () => 'pong')]),
})
await app.run(process.argv.slice(2))
`

/** Runs the command on a small application, with no other program around than that of the desktop, if there is one. */
function startDev(
  options: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  desktop?: string,
) {
  const workspace = join(import.meta.dirname, '../../../..')
  // Inside the workspace, so that packages resolve.
  mkdirSync(join(workspace, '.tmp'), { recursive: true })
  const folder = mkdtempDisposableSync(join(workspace, '.tmp/options-'))
  writeFileSync(join(folder.path, 'package.json'), '{ "type": "module", "private": true }\n')
  writeFileSync(join(folder.path, 'main.ts'), application)
  for (const name of desktop === undefined ? [] : ['xdg-open', 'open']) {
    writeFileSync(join(folder.path, name), desktop ?? '', { mode: 0o755 })
  }
  const child = spawn(process.execPath, [...fromSources(), tenonCommand(), 'dev', ...options], {
    cwd: folder.path,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...bareEnvironment,
      PATH: folder.path,
      APP_ENV: 'local',
      DATABASE_URL: 'sqlite::memory:',
      ...environment,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (output += String(chunk)))
  }
  const ended = once(child, 'close').then(([code]) => Number(code))
  return {
    folder: folder.path,
    ended,
    output: () => output,
    /** Waits for a line, and returns its first group. */
    said: (pattern: RegExp) =>
      until(() => {
        assert.equal(child.exitCode, null, output)
        return new RegExp(`${pattern.source}(?=[" ,\\n])`).exec(output)?.[1]
      }),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
      folder[Symbol.dispose]()
    },
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8') || undefined
  } catch {
    return undefined // Not written yet.
  }
}

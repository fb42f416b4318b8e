import { describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import { createLog, type LogOptions } from './create-log.ts'

function record(level: LogOptions['level']) {
  const lines: Record<string, unknown>[] = []
  const log = createLog({
    level,
    format: 'json',
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  })
  return { log, lines }
}

const fromSource = ['--conditions=source', '--input-type=module', '-e']

/** Runs a program that writes 5,000 log lines and then a word to standard error. */
function writeMany(end: string, stdout: 'pipe' | number = 'pipe') {
  const program = `
    import { createLog } from ${JSON.stringify(new URL('./create-log.ts', import.meta.url).href)}
    const log = createLog({ level: 'info', format: 'json' })
    for (let i = 0; i < 5000; i++) log.info('line', { i })
    process.stderr.write('alive')
    ${end}
  `
  return spawn(process.execPath, [...fromSource, program], { stdio: ['ignore', stdout, 'pipe'] })
}

/** Opens a FIFO that nothing reads from. */
function createFifo(): Disposable & { readonly path: string; readonly fd: number } {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-log-'))
  const path = join(folder, 'fifo')
  execFileSync('mkfifo', [path])
  const fd = openSync(path, constants.O_RDWR)
  return {
    path,
    fd,
    [Symbol.dispose]() {
      closeSync(fd)
      rmSync(folder, { recursive: true })
    },
  }
}

/** Collects a stream's output until it matches `pattern`. */
async function until(stream: Readable | null, pattern: RegExp): Promise<string> {
  let output = ''
  for await (const chunk of stream?.iterator({ destroyOnReturn: false }) ?? []) {
    output += String(chunk)
    if (pattern.test(output)) break
  }
  return output
}

describe('the log', () => {
  it('writes one JSON object per line, with level, time, message and fields', () => {
    const { log, lines } = record('info')

    log.with({ requestId: 'r' }).warn('Slow', { ms: 3 })

    const { time, pid, ...rest } = lines[0] ?? {}
    assert.deepEqual(rest, { level: 'warn', requestId: 'r', ms: 3, msg: 'Slow' })
    assert.match(String(time), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    assert.equal(pid, process.pid)
  })

  it('writes an error with its stack and its cause', () => {
    const { log, lines } = record('info')

    log.error('Failed', { error: new Error('outer', { cause: new Error('inner') }) })

    const { message, stack, cause } = Object(lines[0]?.['error'])
    assert.equal(message, 'outer', 'without the message of its cause, which may repeat it')
    assert.match(stack, /create-log\.test\.ts/)
    assert.equal(cause.message, 'inner')
  })

  it('reads the current fields for each line it writes', () => {
    const lines: Record<string, unknown>[] = []
    let asked = 0
    const log = createLog({
      level: 'info',
      format: 'json',
      destination: { write: (line) => void lines.push(JSON.parse(line)) },
      currentFields: () => ({ asked: ++asked }),
    })

    log.debug('unwritten')
    log.info('first')
    log.with({ requestId: 'r' }).info('second', { asked: 'its own' })

    assert.deepEqual(
      lines.map((line) => [line['msg'], line['asked']]),
      [
        ['first', 1],
        ['second', 'its own'],
      ],
    )
    assert.equal(asked, 2)
  })

  it('writes a single line whatever a field contains', () => {
    const { log, lines } = record('info')

    log.info('a\nb', { name: 'c\n{"level":"fatal"}' })

    assert.equal(lines.length, 1)
  })

  it('writes nothing below its level', () => {
    const { log, lines } = record('warn')

    log.info('quiet')
    log.debug('quieter')

    assert.deepEqual(lines, [])
    assert.equal(log.isEnabled('info'), false)
    assert.equal(log.isEnabled('error'), true)
  })

  it('loses no line when the process exits immediately', async () => {
    const child = writeMany('process.exit(0)')
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))

    await once(child, 'close')

    assert.equal(output.trimEnd().split('\n').length, 5000)
  })

  it('loses no line to a reader that is slow, however long it takes', async () => {
    const child = writeMany("for (let i = 5000; i < 25_000; i++) log.info('line'); process.exit(0)")
    let output = ''

    for await (const chunk of child.stdout ?? []) {
      output += chunk
      await delay(80) // time: the reader is slow
    }

    assert.equal(output.trimEnd().split('\n').length, 25_000)
  })

  it('survives a reader that has gone away', async () => {
    const child = writeMany("log.info('more'); setTimeout(() => process.exit(7), 50)")
    child.stdout?.destroy()

    const [code] = await once(child, 'close')

    assert.equal(code, 7)
  })

  it('keeps running when the reader stalls, and reports how many lines it dropped', async () => {
    using fifo = createFifo()
    const child = writeMany(
      `
        for (let i = 5000; i < 100_000; i++) log.info('line', { i })
        process.once('SIGTERM', () => process.exit(0))
        process.stderr.write('full')
        setInterval(() => {}, 1000)
      `,
      fifo.fd,
    )
    await until(child.stderr, /full/)

    using reader = spawn('cat', [fifo.path])
    const output = await until(reader.stdout, /"dropped":.*\n/)
    child.kill('SIGTERM')

    const lines = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const dropped = lines.reduce((sum, line) => sum + (line.dropped ?? 0), 0)
    assert.ok(dropped > 0)
    assert.equal(lines.filter(({ msg }) => msg === 'line').length + dropped, 100_000)
  })

  it('exits even when its reader has stalled', async () => {
    using fifo = createFifo()
    const child = writeMany('process.exit(7)', fifo.fd)

    const [code] = await once(child, 'exit')

    assert.equal(code, 7)
  })

  it('writes a fatal line immediately', async () => {
    const child = writeMany("log.fatal('over'); process.kill(process.pid, 'SIGKILL')")
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))

    await once(child, 'close')

    assert.match(output, /"msg":"over"/)
  })

  it('writes one short line per request when the format is pretty', async () => {
    const program = `
      import { createLog } from ${JSON.stringify(new URL('./create-log.ts', import.meta.url).href)}
      const log = createLog({ level: 'debug', format: 'pretty' })
      const request = { method: 'GET', route: '/todos', path: '/todos', ms: 3.2 }
      log.debug('GET /todos 200', { requestId: 'r', status: 200, ...request })
      log.error('The handler did not answer', { method: 'GET', path: '/x' })
    `
    const child = spawn(process.execPath, [...fromSource, program])

    const output = stripVTControlCharacters(await until(child.stdout, /did not answer/))

    assert.match(
      output,
      /^[^\n]* DEBUG: GET \/todos 200 in 3\.2 ms\n[^\n]* ERROR: GET \/x: The handler/,
    )
  })

  it('survives a full disk', { skip: !existsSync('/dev/full') }, async () => {
    const full = openSync('/dev/full', 'w')
    const child = writeMany("log.info('more'); setTimeout(() => process.exit(7), 50)", full)
    closeSync(full)

    const [code] = await once(child, 'close')

    assert.equal(code, 7)
  })
})

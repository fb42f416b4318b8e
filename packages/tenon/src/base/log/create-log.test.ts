import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
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

/** Runs a program that writes 5,000 lines and then a word to standard error. */
function writeMany(end: string, stdout: 'pipe' | number = 'pipe') {
  const program = `
    import { createLog } from ${JSON.stringify(new URL('./create-log.ts', import.meta.url).href)}
    const log = createLog({ level: 'info', format: 'json' })
    for (let i = 0; i < 5000; i++) log.info('line', { i })
    process.stderr.write('alive')
    ${end}
  `
  const words = ['--conditions=source', '--input-type=module', '-e', program]
  return spawn(process.execPath, words, { stdio: ['ignore', stdout, 'pipe'] })
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

    const { message, stack } = Object(lines[0]?.['error'])
    assert.match(message, /outer/)
    assert.match(stack, /create-log\.test\.ts[^]*inner/)
  })

  it('asks for the current fields at each line that it writes', () => {
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

  it('keeps to one line whatever a field holds', () => {
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

  it('loses no line when the process exits at once', async () => {
    const child = writeMany('process.exit(0)')
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))

    await once(child, 'close')

    assert.equal(output.trimEnd().split('\n').length, 5000)
  })

  it('survives a reader that went away', async () => {
    const child = writeMany("log.info('more'); setTimeout(() => process.exit(7), 50)")
    child.stdout?.destroy()

    const [code] = await once(child, 'close')

    assert.equal(code, 7)
  })

  it('survives a disk that is full', { skip: !existsSync('/dev/full') }, async () => {
    const full = openSync('/dev/full', 'w')
    const child = writeMany("log.info('more'); setTimeout(() => process.exit(7), 50)", full)
    closeSync(full)

    const [code] = await once(child, 'close')

    assert.equal(code, 7)
  })
})

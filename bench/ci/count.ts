/**
 * Counts the instructions of a request and compares them with the committed number of this Node:
 * more than a tenth above it fails. Counted, not timed, under `valgrind` and in V8's interpreter, where
 * the same work takes the same instructions to 0.01 %, however busy the machine is.
 *
 *     npm run build -w tenon && node bench/ci/count.ts [--write]
 */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const tolerance = 0.1
const kindsOfRequest = 8
const fewRounds = 50
const manyRounds = 250

const numbersFile = join(import.meta.dirname, 'instructions.json')
const numbers: Record<string, number> = JSON.parse(readFileSync(numbersFile, 'utf8'))

process.exitCode = await check()

async function check(): Promise<number> {
  if (spawnSync('valgrind', ['--version']).error !== undefined) {
    console.log('SKIPPED: instructions per request, for which valgrind must be installed')
    return process.env['FORBID_SKIPPED_TESTS'] === '1' ? 1 : 0
  }
  const counted = await countPerRequest()
  if (process.argv.includes('--write')) {
    const all = { ...numbers, [process.version]: counted }
    writeFileSync(numbersFile, `${JSON.stringify(all, null, 2)}\n`)
  }
  const committed = numbers[process.version]
  if (committed === undefined) {
    console.log(
      `${counted} instructions per request; no number is committed for ${process.version}`,
    )
    return 0
  }
  const change = counted / committed - 1
  const percent = `${change < 0 ? '' : '+'}${(change * 100).toFixed(1)} %`
  console.log(`${counted} instructions per request, ${percent} of the committed ${committed}`)
  if (change <= tolerance) return 0
  console.log(
    'The hot path costs more than 10 % more. Make it cheaper, or commit --write with a reason.',
  )
  return 1
}

/** What starting takes is in both counts, and falls out. */
async function countPerRequest(): Promise<number> {
  const [few, many] = await Promise.all([count(fewRounds), count(manyRounds)])
  return Math.round((many - few) / ((manyRounds - fewRounds) * kindsOfRequest))
}

/** Without a JIT compiler, with fixed seeds and a fixed order of collections, nothing is left to chance. */
function count(rounds: number): Promise<number> {
  const child = spawn(
    'valgrind',
    [
      ['--tool=callgrind', '--callgrind-out-file=/dev/null', process.execPath],
      ['--jitless', '--single-threaded', '--predictable-gc-schedule'],
      ['--hash-seed=1', '--random-seed=1'],
      [join(import.meta.dirname, 'hot-path.js'), String(rounds)],
    ].flat(),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', () => {
      const collected = /Collected : (\d+)/.exec(output)?.[1]
      if (collected === undefined) reject(new Error(`valgrind did not count:\n${output}`))
      else resolve(Number(collected))
    })
  })
}

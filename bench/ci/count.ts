/**
 * Counts the instructions of a request and fails if they exceed the committed number for this
 * version of Node by more than a tenth.
 *
 * Instructions are counted under `valgrind` with V8's interpreter rather than timed: ten runs on a
 * busy machine were within 0.3 %. The processor hardly matters either: without AVX, BMI and SSE 4
 * in V8, libc or text decoding, the count is 0.1 % lower. With V8's compilers on, their decisions
 * and their timing would be counted too.
 *
 *     npm run build -w tenon && node bench/ci/count.ts [--write]
 *
 * `--write` stores the number after an intended change; commit it with the change.
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
  const platform = `${process.version} ${process.arch}`
  if (process.argv.includes('--write')) {
    const all = { ...numbers, [platform]: counted }
    writeFileSync(numbersFile, `${JSON.stringify(all, null, 2)}\n`)
    console.log(`${counted} instructions per request, written for ${platform}`)
    return 0
  }
  const committed = numbers[platform]
  if (committed === undefined) {
    console.log(
      `${counted} instructions per request; no number is committed for ${platform}: use --write`,
    )
    return 1
  }
  const change = counted / committed - 1
  const percent = `${change < 0 ? '' : '+'}${(change * 100).toFixed(1)} %`
  console.log(`${counted} instructions per request, ${percent} of the committed ${committed}`)
  if (change <= tolerance) return 0
  console.log(
    'The hot path costs over 10 % more than before. Make it cheaper or, if this is intended, run ' +
      '`node bench/ci/count.ts --write` and commit the number with the change and its reason.',
  )
  return 1
}

/** The startup is in both counts, so it cancels out. */
async function countPerRequest(): Promise<number> {
  const [few, many] = await Promise.all([count(fewRounds), count(manyRounds)])
  return Math.round((many - few) / ((manyRounds - fewRounds) * kindsOfRequest))
}

/**
 * Without a JIT compiler, with fixed seeds and with room for all young objects, the result is
 * deterministic. One collection of garbage would be 6 % of the number, and whether it falls between the
 * two counts depends on how much the start has allocated.
 */
function count(rounds: number): Promise<number> {
  const child = spawn(
    'valgrind',
    [
      ['--tool=callgrind', '--callgrind-out-file=/dev/null', process.execPath],
      ['--jitless', '--single-threaded'],
      ['--min-semi-space-size=64', '--max-semi-space-size=64'],
      ['--hash-seed=1', '--random-seed=1'],
      [join(import.meta.dirname, 'hot-path.js'), String(rounds)],
    ].flat(),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (exitCode) => {
      const collected = /Collected : (\d+)/.exec(output)?.[1]
      if (collected === undefined || exitCode !== 0)
        reject(new Error(`valgrind did not count:\n${output}`))
      else resolve(Number(collected))
    })
  })
}

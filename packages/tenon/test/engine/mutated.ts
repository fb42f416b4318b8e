/**
 * Requests that were changed at random, pipelined and cut at random, as many as you like:
 *
 *     node --conditions=source packages/tenon/test/engine/mutated.ts [--requests 1000000] [--seed 1]
 *
 * Prints the differences, if any, and then ends with exit code 1.
 */
import { parseArgs } from 'node:util'
import { cases } from './cases.ts'
import { findDifference } from './difference.ts'
import { EnginePair, type Pieces } from './engine-pair.ts'
import { Random } from './random.ts'

interface Extent {
  readonly requests: number
  readonly seed: number
}

export interface Comparison {
  readonly requests: number
  readonly connections: number
  /** How many requests the engine on sockets answered without `node:http`. */
  readonly answeredOnSockets: number
  /** The first few. */
  readonly differences: readonly string[]
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
    },
  })
  await using pair = await EnginePair.start()
  const extent = { requests: Number(values.requests), seed: Number(values.seed) }
  const { differences, ...counts } = await compareMutated(pair, extent)
  console.log({ ...counts, seed: extent.seed, differences: differences.length })
  for (const difference of differences) console.error(difference)
  if (differences.length > 0) process.exitCode = 1
}

/** Sends connections full of mutated requests to both engines until there were enough of them. */
export async function compareMutated(
  pair: EnginePair,
  { requests, seed }: Extent,
): Promise<Comparison> {
  const random = new Random(seed)
  const differences: string[] = []
  let sent = 0
  let connections = 0
  for (; sent < requests && differences.length < 5; connections += batchSize) {
    const batch = Array.from({ length: batchSize }, () => createRequests(random))
    sent += batch.flat().length
    const answers = await pair.ask(
      batch.map((texts) => cut(random, Buffer.from(texts.join(''), 'latin1'))),
    )
    differences.push(...answers.flatMap((each) => findDifference(each) ?? []))
  }
  const { answeredOnSockets } = pair
  return { requests: sent, connections, answeredOnSockets, differences }
}

const batchSize = 100

const seeds: readonly [string, ...string[]] = [
  'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /path?query=1&b HTTP/1.1\r\nHost: localhost:8080\r\nAccept: */*\r\nUser-Agent: test/1.0\r\n\r\n',
  'HEAD /none HTTP/1.1\r\nhost: a\r\nconnection: keep-alive\r\n\r\n',
  'OPTIONS /text HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\nCookie: a=1; b=2\r\n\r\n',
  'POST /body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}',
  'PUT /unread HTTP/1.1\r\nContent-Length: 3\r\nHost: a\r\n\r\nabc',
  'PATCH /pieces HTTP/1.1\r\nHost: a\r\nX-Forwarded-Proto: https\r\nContent-Length: 36\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\nX: y\r\n',
  'DELETE /bytes HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n',
  'POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
  'GET /stream HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip, br\r\n\r\n',
  'GET /unchanged HTTP/1.1\r\nHost: a\r\nIf-None-Match: "a"\r\n\r\n',
]
const plain = seeds[0]

/** What an attacker would insert. */
const fragments: readonly [string, ...string[]] = [
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  ' ',
  '\t',
  '\0',
  ':',
  '#',
  '?',
  '\x7f',
  '\x80',
  '\xff',

  'Content-Length: 5\r\n',
  'Content-Length: 0\r\n',
  'content-length:99\r\n',
  'Content-Length : 1\r\n',
  'Transfer-Encoding: chunked\r\n',
  'transfer-encoding:identity\r\n',
  'Transfer-Encoding\t: chunked\r\n',
  'Connection: close\r\n',
  'Connection: keep-alive\r\n',
  'Connection: upgrade\r\nUpgrade: x\r\n',
  'Host: b\r\n',
  'Expect: 100-continue\r\n',
  ' folded\r\n',
  '\tfolded\r\n',
  'X: a\r\n',
  'X\r\n',
  ': a\r\n',
  'HTTP/1.0',
  'HTTP/1.1',
  'GET ',
  'POST ',
  'CONNECT ',
  '0\r\n\r\n',
  '5\r\n',
  'http://a/',
  'Cookie: c=3\r\n',
]
const others = Object.values(cases)
  .flat()
  .filter((text) => text.length < 2000)

function createRequests(random: Random): readonly string[] {
  const count = 1 + random.below(8)
  return Array.from({ length: count }, () => createRequest(random))
}

function createRequest(random: Random): string {
  if (random.once(20)) return random.of([plain, ...others])
  const text = random.of(seeds)
  if (!random.once(3)) return text
  return mutate(random, random.once(2) ? text : mutate(random, text))
}

function mutate(random: Random, text: string): string {
  const at = random.below(text.length)
  const lines = text.split('\r\n')
  const line = random.below(lines.length)
  const before = text.slice(0, at)
  switch (random.below(8)) {
    case 0:
      return before + String.fromCharCode(random.below(256)) + text.slice(at + 1)
    case 1:
      return before + random.of(fragments) + text.slice(at)
    case 2:
      return before + text.slice(at + 1 + random.below(4))
    case 3:
      return lines.with(line, `${lines[line]}\r\n${lines[random.below(lines.length)]}`).join('\r\n')
    case 4:
      return lines.toSpliced(line, 1).join('\r\n')
    case 5:
      return lines.toSpliced(line, 0, random.of(fragments).trimEnd()).join('\r\n')
    case 6:
      return before + swapCase(text.charAt(at)) + text.slice(at + 1)
    default:
      return before + before.slice(random.below(at + 1)) + text.slice(at)
  }
}

function swapCase(character: string): string {
  const lower = character.toLowerCase()
  return lower === character ? character.toUpperCase() : lower
}

/** Cuts bytes at up to four places. */
function cut(random: Random, bytes: Buffer): Pieces {
  const places = Array.from({ length: random.below(5) }, () => random.below(bytes.length))
  const ends = [...places, bytes.length].toSorted((a, b) => a - b)
  return ends
    .map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end))
    .filter(({ length }) => length > 0)
}

if (import.meta.main) await run()

import { cpus } from 'node:os'
import type { Scenario } from './scenarios.ts'
import { toVersions, type Contender } from './server.ts'

/** What one round of one scenario told of one server. */
export interface Sample {
  readonly contender: Contender
  readonly scenario: Scenario
  readonly cpuMicros: number
}

export interface ReportParts {
  readonly contenders: readonly Contender[]
  readonly scenarios: readonly Scenario[]
  readonly samples: readonly Sample[]
  /** The length of a contender's answer. */
  readonly toLength: (contender: Contender, scenario: Scenario) => number
}

/** A page in Markdown: CPU per request, ratios to AdonisJS, the sizes of the answers, versions. */
export function toReport({ contenders, scenarios, samples, toLength }: ReportParts): string {
  const micros = (contender: Contender, scenario: Scenario): number =>
    Math.min(
      ...samples
        .filter((sample) => sample.contender === contender && sample.scenario === scenario)
        .map((sample) => sample.cpuMicros),
    )
  const reference = contenders.find(({ name }) => name === 'AdonisJS')
  const toCell = (contender: Contender, scenario: Scenario): string => {
    const own = micros(contender, scenario)
    if (reference === undefined) return own.toFixed(0)
    return `${own.toFixed(0)} (${(own / micros(reference, scenario)).toFixed(2)})`
  }
  const toTable = (toText: (contender: Contender, scenario: Scenario) => string): string => {
    const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
    return [
      line(['', ...scenarios.map(({ name }) => name)]),
      line(['---', ...scenarios.map(() => '---:')]),
      ...contenders.map((contender) =>
        line([contender.name, ...scenarios.map((scenario) => toText(contender, scenario))]),
      ),
    ].join('\n')
  }

  return [
    '# Pages: what answering with one costs the server',
    'CPU microseconds per request, the least of interleaved rounds; in brackets, relative to AdonisJS in the same run. Less is better.',
    toTable(toCell),
    'Bytes of the whole answer, headers included:',
    toTable((contender, scenario) => String(toLength(contender, scenario))),
    'Every server sends the same 20 or 200 records from memory, and tags from a manifest of Vite where it reads one. ' +
      'Tenon is as it always is, with flash data, a policy with a nonce, security headers, refusal of other sites and a request id. ' +
      'AdonisJS is measured bare, and with the session, the guard and the body parser of its starter kit, which give the same; ' +
      'the visitor has been there before, and sends its cookies. ' +
      'Hono has its `secureHeaders`, no flash data, and a layout in which the tags are written out. ' +
      '`node:http` by hand is the floor: `JSON.stringify`, the escape, one write, and nothing else.',
    'The titles hold `<`, `>` and quotes. In a document Tenon and the floor escape each `<`, without which a stored ' +
      '`<!--<script>` blanks the page; AdonisJS and Hono escape each `/`, of which there is none.',
    contenders
      .filter(({ packages }) => packages.length > 0)
      .map((contender) => `${contender.name}: ${toVersions(contender)}.`)
      .join('\n'),
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}. ` +
      'Written by `npm start` in this folder.',
    '',
  ].join('\n\n')
}

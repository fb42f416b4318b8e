import { cpus } from 'node:os'
import type { Scenario } from './scenarios.ts'
import { toVersions, type Contender } from './server.ts'

/** The measurements of one server in one scenario, from one round. */
export interface Sample {
  readonly contender: Contender
  readonly scenario: Scenario
  readonly cpuMicros: number
}

export interface ReportParts {
  readonly contenders: readonly Contender[]
  readonly scenarios: readonly Scenario[]
  readonly samples: readonly Sample[]
  /** Returns the length of a contender's response. */
  readonly toLength: (contender: Contender, scenario: Scenario) => number
}

/** Formats a Markdown page: CPU per request, ratios to AdonisJS, response sizes, versions. */
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

  const microsOf = (name: string, scenario: Scenario): number => {
    const contender = contenders.find((contender) => contender.name === name)
    return contender === undefined ? Number.NaN : micros(contender, scenario)
  }
  const toRatios = (name: string, other: string): string => {
    const ratios = scenarios.map((scenario) => microsOf(name, scenario) / microsOf(other, scenario))
    return `| ${name} : ${other} | ${ratios.map((ratio) => ratio.toFixed(2)).join(' | ')} |`
  }
  const loginTable = [
    `|  | ${scenarios.map(({ name }) => name).join(' | ')} |`,
    `| --- | ${scenarios.map(() => '---:').join(' | ')} |`,
    toRatios('Tenon, logged in', 'AdonisJS, logged in'),
    toRatios('Tenon, logged in', 'Tenon'),
    toRatios('AdonisJS, logged in', 'AdonisJS, starter kit'),
  ].join('\n')

  return [
    '# Pages: the cost of answering with a page',
    'CPU microseconds per request, minimum of interleaved rounds; in brackets, relative to AdonisJS in the same run. Lower is better.',
    toTable(toCell),
    'What the login costs, as ratios of the same run:',
    loginTable,
    'Bytes of the whole response, including headers:',
    toTable((contender, scenario) => String(toLength(contender, scenario))),
    'Every server sends the same 20 or 200 records from memory, and tags from a Vite manifest if it reads one. ' +
      'Tenon runs with its defaults: flash data, a content security policy with a nonce, security headers, cross-site protection and a request id. ' +
      'AdonisJS is measured bare, and with the session, guard and body parser of its starter kit, which provide the same features. ' +
      'The visitor returns and sends its cookies. ' +
      '*Logged in* is the same page behind a login: the middleware `auth.required` of Tenon, and the session guard of AdonisJS on top of its starter kit. ' +
      'Both read the session, the user and, in Tenon, the login from an SQLite file in WAL mode at each request; AdonisJS also stores the session again. ' +
      'Hono uses `secureHeaders`, has no flash data, and its layout contains the tags. ' +
      '`node:http` by hand is the floor: `JSON.stringify`, escaping, one write, and nothing else.',
    'The titles contain `<`, `>` and quotes. In a document, Tenon and the floor escape each `<`; otherwise a stored ' +
      '`<!--<script>` would blank the page. AdonisJS and Hono escape each `/`, which does not occur.',
    contenders
      .filter(({ packages }) => packages.length > 0)
      .map((contender) => `${contender.name}: ${toVersions(contender)}.`)
      .join('\n'),
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}. ` +
      'Written by `npm start` in this folder.',
    '',
  ].join('\n\n')
}

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { findProgram } from '../support/proxy-server.ts'
import { until } from '../support/until.ts'
import { alertCases, type AlertCase, type Series } from './alert-cases.ts'

const workspace = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(workspace, path), 'utf8')

const alert = z.object({
  alert: z.string(),
  expr: z.string(),
  for: z.string(),
  labels: z.object({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.object({ summary: z.string(), runbook: z.string() }),
})
type Alert = z.infer<typeof alert>
const rulesFile = z.object({ groups: z.array(z.object({ rules: z.array(alert) })) })
const boardFile = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }),
  ),
})

const alertsPath = 'deploy/monitoring/alerts.yaml'
const alerts = rulesFile.parse(parse(read(alertsPath))).groups.flatMap(({ rules }) => rules)
const board = boardFile.parse(JSON.parse(read('deploy/monitoring/grafana.json')))
const shown = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
const expressions = [...alerts.map(({ expr }) => expr), ...shown]

const promtool = findProgram('promtool')
const skip = promtool === undefined && 'not installed: apt-get install prometheus'

describe('the alerts', { skip }, () => {
  it('have a case here, each of them', () => {
    assert.deepEqual(
      alerts.map((each) => each.alert),
      Object.keys(alertCases),
    )
  })

  for (const each of alerts) {
    it(`${each.alert} fires, and stays quiet otherwise`, () => {
      testRule(each, alertCases[each.alert] ?? { fires: {}, quiet: {} })
    })
  }

  it('are in a configuration that Prometheus takes, as the guide has it', () => {
    const [, block = ''] =
      /^ *```yaml\n([^]*?)^ *```$/m.exec(read('docs/guide/operations.md')) ?? []

    withFolder((folder) => {
      cpSync(join(workspace, alertsPath), join(folder, 'alerts.yaml'))
      writeFileSync(join(folder, 'prometheus.yaml'), block)
      runPromtool('check', 'config', join(folder, 'prometheus.yaml'))
    })
  })

  it('say in the guide what to do', () => {
    const headings = [...read('docs/guide/operations.md').matchAll(/^##+ (.+)$/gm)].map(
      ([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
    )

    const known = headings.map((heading) => `/docs/guide/operations.md#${heading}`)
    assert.deepEqual(
      alerts.filter(({ annotations }) => !known.some((each) => annotations.runbook.endsWith(each))),
      [],
    )
  })
})

describe('the board', { skip }, () => {
  it('has expressions that Prometheus can read', () => {
    const rules = shown.map((expr, i) => ({
      record: `panel:${i}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }))

    withFolder((folder) => {
      const file = join(folder, 'board.yaml')
      writeFileSync(file, stringify({ groups: [{ name: 'board', rules }] }))
      runPromtool('check', 'rules', file)
    })
  })
})

describe('the alerts and the board', () => {
  let labelsOf: ReadonlyMap<string, ReadonlySet<string>>

  before(async () => {
    labelsOf = toLabels(await scrape())
  })

  it('name only metrics that a process has', () => {
    const names = new Set(expressions.flatMap(toMetrics).map(({ name }) => name))

    assert.ok(names.size > 20)
    assert.deepEqual(
      [...names].filter((name) => !labelsOf.has(name)),
      [],
    )
  })

  it('name only labels that these metrics have', () => {
    const unknown = expressions.flatMap((expr) =>
      toMetrics(expr).flatMap(({ name, matched }) =>
        [...matched, ...toGrouping(expr)]
          .filter((label) => labelsOf.get(name)?.has(label) === false)
          .map((label) => `${label} of ${name}`),
      ),
    )

    assert.deepEqual(unknown, [])
  })

  it('compare labels only with values that the guide lists', () => {
    const guide = read('docs/guide/observability.md')
    const values = expressions.flatMap((expr) =>
      [...expr.matchAll(/\b(?:state|cause|decision|outcome)="(\w+)"/g)].map(([, value]) => value),
    )

    assert.deepEqual(
      values.filter((value) => !guide.includes(`\`${value}\``)),
      [],
    )
  })
})

/** Runs the rule of an alert, which takes a sixth of the time of all, on the series of a case. */
function testRule(rule: Alert, given: AlertCase): void {
  const { alert: name, labels, annotations } = rule
  const { fires, quiet, labels: own = {}, at = '2h', every = '1m' } = given
  const summary = annotations.summary.replaceAll(
    /\{\{ \$labels\.(\w+) \}\}/g,
    (_, label: string) => own[label] ?? '',
  )
  const fired = { exp_labels: { ...labels, ...own }, exp_annotations: { ...annotations, summary } }
  const toTest = (series: Series, exp_alerts: readonly object[]) => ({
    interval: every,
    input_series: Object.entries(series).map(([text, values]) => ({ series: text, values })),
    alert_rule_test: [{ eval_time: at, alertname: name, exp_alerts }],
  })

  withFolder((folder) => {
    const file = join(folder, 'test.yaml')
    const rules = join(folder, 'rules.yaml')
    const tests = [toTest(fires, [fired]), toTest(quiet, [])]
    writeFileSync(rules, stringify({ groups: [{ name, rules: [rule] }] }))
    writeFileSync(file, stringify({ rule_files: [rules], evaluation_interval: every, tests }))
    runPromtool('test', 'rules', file)
  })
}

function withFolder(use: (folder: string) => void): void {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-promtool-'))
  use(folder.path)
}

function runPromtool(...words: readonly string[]): void {
  execFileSync(promtool ?? 'promtool', words, { stdio: 'pipe', encoding: 'utf8' })
}

/** The metrics of an expression, with the labels that their selectors compare. */
function toMetrics(expr: string): readonly { name: string; matched: readonly string[] }[] {
  const selectors = expr.matchAll(/\b((?:tenon|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)
  return [...selectors].map(([, name = '', matchers = '']) => ({
    name,
    matched: [...matchers.matchAll(/(\w+)\s*(?:=~|!=|!~|=)/g)].map(([, label = '']) => label),
  }))
}

/** The labels that an expression groups by or joins on. */
function toGrouping(expr: string): readonly string[] {
  const lists = expr.matchAll(/\b(?:by|on|ignoring) \(([^)]*)\)/g)
  const names = [...lists].flatMap(([, list = '']) => list.split(', '))
  // `state` of connections, which their limit does not have, is left out of the comparison.
  return expr.includes('ignoring') ? names.filter((name) => name !== 'state') : names
}

/** Labels by metric. Prometheus itself adds those of the place that it asks. */
function toLabels(figures: string): ReadonlyMap<string, ReadonlySet<string>> {
  const labels = new Map<string, Set<string>>()
  for (const [, name = '', list = ''] of figures.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = labels.get(name) ?? new Set(['job', 'instance'])
    labels.set(name, known)
    for (const [, label = ''] of list.matchAll(/(\w+)="/g)) known.add(label)
  }
  return labels
}

/** What two workers that serve and run tasks, and a process that runs jobs, have told. */
async function scrape(): Promise<string> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-monitoring-'))
  const file = join(import.meta.dirname, 'mailer/main.ts')
  const environment = {
    DATABASE_URL: `sqlite:${join(folder.path, 'app.sqlite')}`,
    METRICS_PORT: '0',
    MAIL_URL: 'smtp://127.0.0.1:1',
    // A folder below a file cannot be made.
    STORAGE_URL: `file:${file}/storage`,
    APP_URL: 'https://app.example',
  }
  const tasks = { argv: ['serve', '--work'] }
  using served = await startServing({ METRICS_PORT: '0', SERVER_WORKERS: '2' }, tasks)
  await startBinary(environment, { file, argv: ['migrate'] }).ended
  using mailer = await startServing(environment, { file })
  const worker = startBinary(environment, { file, argv: ['work'] })
  using _killed = { [Symbol.dispose]: () => void worker.child.kill('SIGKILL') }
  await fetch(`http://127.0.0.1:${served.port}/`)
  await fetch(`http://127.0.0.1:${mailer.port}/mails/ada`, { method: 'POST' })
  await fetch(`http://127.0.0.1:${mailer.port}/files`, { method: 'POST' })
  while (!served.output.stdout.includes('tick\\" done')) await once(served.child.stdout, 'data')
  await until(() => worker.output.stdout.includes('will be tried again'))

  const figures = await Promise.all([served, mailer, worker].map(askFigures))
  worker.child.kill('SIGTERM')
  await worker.ended
  return figures.join('\n')
}

async function askFigures({ output }: { output: { readonly stdout: string } }): Promise<string> {
  const [, url = ''] = /Metrics are at (http:[^"]+)/.exec(output.stdout) ?? []
  return (await fetch(url)).text()
}

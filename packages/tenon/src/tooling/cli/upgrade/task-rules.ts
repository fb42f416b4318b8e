import { relative, dirname } from 'node:path'
import { note, replace, type Rule } from './rule.ts'
import {
  calledImport,
  chainOf,
  child,
  children,
  sourceOf,
  textOf,
  type ChainedCall,
  type SourceFile,
} from '../../graph/program/source-file.ts'

/** `task(name, f).everyMinute()` becomes `task(name).every('1m').run(f)`. */
export const taskFunction: Rule = (file, node, ancestors) => {
  const called = calledImport(file, node)
  if (called?.door !== 'tenon/schedule' || called.name !== 'task') return undefined
  const [name, run] = children(node, 'arguments')
  if (name === undefined || run === undefined) return undefined
  const calls = chainOf(node, ancestors, () => true)
  const schedule = toSchedule(file, calls)
  if (schedule === undefined) {
    return note(node, 'Say when the task runs, in the words of the new version, then .run(f)')
  }
  const start = `task(${sourceOf(file, name)})`
  const end = calls.at(-1)?.node.end ?? node.end
  return replace(node.start, end, `${start}${schedule}.run(${sourceOf(file, run)})`)
}

interface Timing {
  readonly base: string | undefined
  /** The arguments of `at`. */
  readonly at: string | undefined
}

/** Writes the calls in the new form: when, at what time, how. `undefined` if they cannot be converted. */
function toSchedule(file: SourceFile, calls: readonly ChainedCall[]): string | undefined {
  let timing: Timing = { base: undefined, at: undefined }
  let options = ''
  for (const { method, args } of calls) {
    const texts = args.map((arg) => sourceOf(file, arg))
    const next = toTiming(method, texts, timing)
    if (next !== undefined) timing = next
    else if (method === 'weekends') options += `.days('saturday', 'sunday')`
    else options += `.${method}(${texts.join(', ')})`
  }
  const { at } = timing
  const base = timing.base ?? (at === undefined ? undefined : 'daily()')
  if (base === undefined) return undefined
  if (at === undefined || at === `'00:00'`) return `.${base}${options}`
  if (base.startsWith('every')) return `.daily().at(${at})${options}`
  return base.startsWith('cron') ? undefined : `.${base}.at(${at})${options}`
}

function toTiming(method: string, args: readonly string[], before: Timing): Timing | undefined {
  const [first = '', second = '', third] = args
  const period = periods[method]
  if (period !== undefined) return { base: `every('${period}')`, at: undefined }
  switch (method) {
    case 'at':
      return { ...before, at: first }
    case 'cron':
      return { base: `cron(${first})`, at: undefined }
    case 'hourlyAt':
      return { base: `cron(${toTemplate(first, (minute) => `${minute} * * * *`)})`, at: undefined }
    case 'daily':
      return { base: before.base ?? 'daily()', at: undefined }
    case 'twiceDaily':
      return { base: 'daily()', at: `${toHour(first)}, ${toHour(second)}` }
    case 'weekly':
      return { base: `weekly('sunday')`, at: undefined }
    case 'weeklyOn':
      return { base: `weekly(${first})`, at: args[1] }
    case 'monthly':
      return { base: 'monthly(1)', at: undefined }
    case 'monthlyOn':
      return { base: `monthly(${first})`, at: args[1] }
    case 'lastDayOfMonth':
      return { base: `monthly('last')`, at: args[0] }
    case 'quarterly':
      return { base: `cron('0 0 1 1,4,7,10 *')`, at: undefined }
    case 'yearly':
      return { base: `cron('0 0 1 1 *')`, at: undefined }
    case 'yearlyOn':
      return { base: toYearly(first, second, third), at: undefined }
    default:
      return undefined
  }
}

const periods: Readonly<Record<string, string>> = {
  everySecond: '1s',
  everyTwoSeconds: '2s',
  everyFiveSeconds: '5s',
  everyTenSeconds: '10s',
  everyFifteenSeconds: '15s',
  everyTwentySeconds: '20s',
  everyThirtySeconds: '30s',
  everyMinute: '1m',
  everyTwoMinutes: '2m',
  everyThreeMinutes: '3m',
  everyFourMinutes: '4m',
  everyFiveMinutes: '5m',
  everyTenMinutes: '10m',
  everyFifteenMinutes: '15m',
  everyThirtyMinutes: '30m',
  hourly: '1h',
  everyTwoHours: '2h',
  everyThreeHours: '3h',
  everyFourHours: '4h',
  everySixHours: '6h',
}

function toHour(hour: string): string {
  return toTemplate(hour, (each) => `${each.padStart(2, '0')}:00`)
}

function toYearly(month: string, day: string, time = `'00:00'`): string {
  const [, hour = '0', minute = '0'] = /^'(\d+):(\d+)'$/.exec(time) ?? []
  const at = `${Number(minute)} ${Number(hour)}`
  return /^\d+$/.test(month + day)
    ? `cron('${at} ${day} ${month} *')`
    : `cron(\`${at} \${${day}} \${${month}} *\`)`
}

/** A number becomes part of a text; another expression becomes part of a template. */
function toTemplate(argument: string, toText: (value: string) => string): string {
  return /^\d+$/.test(argument) ? `'${toText(argument)}'` : `\`${toText(`\${${argument}}`)}\``
}

/** `tasks([a, b])` becomes `[a, b]`. */
export const taskList: Rule = (file, node) => {
  const called = calledImport(file, node)
  const list = children(node, 'arguments')[0]
  if (called?.door !== 'tenon/schedule' || called.name !== 'tasks') return undefined
  return list && replace(node.start, node.end, sourceOf(file, list))
}

/** `app.runTask('clean-up')` becomes `app.runTask(cleanUp)`. */
export const testedTask: Rule = (file, node, _ancestors, project) => {
  if (node.type !== 'CallExpression') return undefined
  const callee = child(node, 'callee')
  const property = child(callee, 'property')
  const [argument] = children(node, 'arguments')
  const name = textOf(argument)
  if (property?.['name'] !== 'runTask' || argument === undefined || name === undefined) {
    return undefined
  }
  const task = project.findTask(name)
  if (task === undefined) return note(node, `Pass the task "${name}" itself to runTask()`)
  const edit = { start: argument.start, end: argument.end, text: task.name }
  const isKnown =
    task.path === file.path || new RegExp(`import .*\\b${task.name}\\b`).test(file.text)
  if (isKnown) return { kind: 'edits', edits: [edit] }
  const position = endOfImports(file)
  const line = `\nimport { ${task.name} } from '${toRelative(file.path, task.path)}'`
  return { kind: 'edits', edits: [{ start: position, end: position, text: line }, edit] }
}

function endOfImports({ root }: SourceFile): number {
  const imports = children(root, 'body').filter(({ type }) => type === 'ImportDeclaration')
  return imports.at(-1)?.end ?? 0
}

function toRelative(from: string, to: string): string {
  const path = relative(dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

import { note, replace, type Rule, type TextEdit } from './rule.ts'
import {
  calledImport,
  child,
  children,
  isOnlyAName,
  nameOf,
  propertyOf,
  sourceOf,
  type SourceFile,
} from '../../graph/program/source-file.ts'
import { isShadowed } from '../../graph/program/scopes.ts'
import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'

/** `application({ schedule, events })` becomes `application({ tasks: schedule, listeners: events })`. */
export const applicationLists: Rule = (file, node) => {
  const called = calledImport(file, node)
  if (called?.door !== 'tenon' || called.name !== 'application') return undefined
  const [options] = children(node, 'arguments')
  const edits = ['schedule', 'events'].flatMap((name) => renameProperty(options, name, lists[name]))
  return edits.length === 0 ? undefined : { kind: 'edits', edits }
}

const lists: Readonly<Record<string, string>> = { schedule: 'tasks', events: 'listeners' }

function renameProperty(
  object: SyntaxNode | undefined,
  name: string,
  to = name,
): readonly TextEdit[] {
  const property = propertyOf(object, name)
  const key = child(property, 'key')
  if (property === undefined || key === undefined) return []
  const text = property['shorthand'] === true ? `${to}: ${name}` : to
  return [{ start: key.start, end: key.end, text }]
}

/** `mailing({ from })` becomes `{ from }`. */
export const mailOptions: Rule = (file, node) => {
  const called = calledImport(file, node)
  const options = children(node, 'arguments')[0]
  if (called?.door !== 'tenon/mail' || called.name !== 'mailing') return undefined
  return options && replace(node.start, node.end, sourceOf(file, options))
}

/** `listen(event, f)` becomes `listener(name, event).run(f)`, or `.dispatch(job)`. */
export const listeners: Rule = (file, node, _ancestors, project) => {
  const called = calledImport(file, node)
  if (called?.door !== 'tenon/events' || called.name !== 'listen') return undefined
  const [event, to, toInput] = children(node, 'arguments')
  if (event === undefined || to === undefined) return undefined
  const local = nameOf(to)
  const isJob =
    toInput !== undefined || (local !== undefined && project.makerOf(file, local) === 'job')
  const name = project.takeListenerName(toKebab(local ?? `on ${nameOf(event) ?? 'event'}`))
  const what = isJob
    ? `.dispatch(${file.text.slice(to.start, (toInput ?? to).end)})`
    : `.run(${sourceOf(file, to)})`
  return replace(node.start, node.end, `listener('${name}', ${sourceOf(file, event)})${what}`)
}

function toKebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/ /g, '-')
    .toLowerCase()
}

/** `limit(5).per('1m')` becomes `limit({ limit: 5, per: '1m' })`. */
export const limits: Rule = (file, node, [member, call]) => {
  const called = calledImport(file, node)
  if (called?.name !== 'limit' || !['tenon', 'tenon/limits'].includes(called.door)) return undefined
  const [count] = children(node, 'arguments')
  if (count === undefined || count.type === 'ObjectExpression') return undefined
  const [period] = children(call, 'arguments')
  if (nameOf(child(member, 'property')) !== 'per' || call === undefined || period === undefined) {
    return note(node, 'Write limit({ limit, per })')
  }
  const options = `{ limit: ${sourceOf(file, count)}, per: ${sourceOf(file, period)} }`
  return replace(
    node.start,
    call.end,
    `${sourceOf(file, child(node, 'callee') ?? node)}(${options})`,
  )
}

/** `{ tries, per }` becomes `{ limit, per }` in the options of accounts. */
export const attempts: Rule = (file, node) => {
  const isAccounts = [...file.imports.values()].some(({ door }) => door === 'tenon/auth')
  if (!isAccounts || propertyOf(node, 'per') === undefined) return undefined
  const edits = renameProperty(node, 'tries', 'limit')
  return edits.length === 0 ? undefined : { kind: 'edits', edits }
}

/** `encryptHistory(request, { isEnabled })` becomes `{ enabled }`. */
export const encryption: Rule = (file, node) => {
  if (calledImport(file, node)?.name !== 'encryptHistory') return undefined
  const edits = renameProperty(children(node, 'arguments')[1], 'isEnabled', 'enabled')
  return edits.length === 0 ? undefined : { kind: 'edits', edits }
}

/** Renames options whose old names are used nowhere else. */
export const renamedOptions: Rule = (file, node) => {
  const usesTenon = [...file.imports.values()].some(({ door }) => /^tenon(\/|$)/.test(door))
  if (!usesTenon) return undefined
  const edits = Object.entries(optionNames).flatMap(([name, to]) => renameProperty(node, name, to))
  return edits.length === 0 ? undefined : { kind: 'edits', edits }
}

const optionNames: Readonly<Record<string, string>> = {
  lastWayIn: 'lastLoginMethod',
  statementPlaces: 'statementLocations',
}

/** Renames uses of exports that have another name now. */
export function renamedUse(
  findRename: (file: SourceFile, local: string) => string | undefined,
): Rule {
  return (file, node, ancestors) => {
    const name = nameOf(node)
    const [parent] = ancestors
    if (name === undefined || parent === undefined) return undefined
    const to = findRename(file, name)
    if (to === undefined || isOnlyAName(node, parent)) return undefined
    if (isShadowed(name, ancestors)) return undefined
    const isShorthand = parent.type === 'Property' && parent['shorthand'] === true
    return replace(node.start, node.end, isShorthand ? `${name}: ${to}` : to)
  }
}

import { replace, type Rule } from './rule.ts'
import {
  calledImport,
  chainOf,
  child,
  children,
  nameOf,
  propertyOf,
  sourceOf,
} from '../../graph/program/source-file.ts'

/** `job(name, schema, f).attempts(8)` becomes `job(name, schema).attempts(8).run(f)`. */
export const jobFunction: Rule = (file, node, ancestors) => {
  const called = calledImport(file, node)
  if (called?.door !== 'tenon/jobs' || called.name !== 'job') return undefined
  const [, schema, run] = children(node, 'arguments')
  if (schema === undefined || run === undefined) return undefined
  const end = chainOf(node, ancestors, (method) => jobOptions.has(method)).at(-1)?.node.end
  const options = file.text.slice(node.end, end ?? node.end)
  return replace(schema.end, end ?? node.end, `)${options}.run(${sourceOf(file, run)})`)
}

const jobOptions = new Set([
  'attempts',
  'backoff',
  'timeout',
  'queue',
  'unique',
  'oneAtATime',
  'transactional',
  'priority',
])

/** `dispatchBatch(calls)` becomes `batch(calls).dispatch()`. */
export const batches: Rule = (file, node) => {
  const called = calledImport(file, node)
  const callee = child(node, 'callee')
  if (called?.door !== 'tenon/jobs' || called.name !== 'dispatchBatch') return undefined
  if (callee === undefined) return undefined
  const given = file.text.slice(callee.end, node.end)
  return replace(node.start, node.end, `batch${given}.dispatch()`)
}

/** `run.wait(name, { key, until })` becomes `run.waitFor(name, { key, timeout })`. */
export const waits: Rule = (_file, node) => {
  if (node.type !== 'CallExpression') return undefined
  const method = child(child(node, 'callee'), 'property')
  const options = children(node, 'arguments')[1]
  const until = propertyOf(options, 'until')
  const key = child(until, 'key')
  if (nameOf(method) !== 'wait' || propertyOf(options, 'key') === undefined) return undefined
  if (method === undefined || until === undefined || key === undefined) return undefined
  const timeout = until['shorthand'] === true ? 'timeout: until' : 'timeout'
  return {
    kind: 'edits',
    edits: [
      { start: method.start, end: method.end, text: 'waitFor' },
      { start: key.start, end: key.end, text: timeout },
    ],
  }
}

import { replace, type ProjectIndex, type Rule, type TextEdit } from './rule.ts'
import {
  calledImport,
  child,
  children,
  nameOf,
  propertyOf,
  sourceOf,
  textOf,
  type Ancestors,
  type SourceFile,
} from '../../graph/program/source-file.ts'
import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'

/** `disk(name, { maxBytes: 5_242_880 })` becomes `disk(name, { maxSize: '5mb' })`. */
export const sizeOptions: Rule = (file, node) => {
  const called = calledImport(file, node)
  const edits = children(node, 'arguments').flatMap((options) =>
    Object.entries(renamed[called?.name ?? ''] ?? {}).flatMap(([name, to]) => {
      const property = propertyOf(options, name)
      const value = child(property, 'value')
      if (property === undefined || value === undefined) return []
      return [{ start: property.start, end: property.end, text: `${to}: ${toSize(file, value)}` }]
    }),
  )
  return toVerdict(edits)
}

/** The options in bytes and their new names, by function. */
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  disk: { maxBytes: 'maxSize' },
  createStore: { memoryLimitBytes: 'memoryLimit', valueLimitBytes: 'valueLimit' },
}

function toSize(file: SourceFile, value: SyntaxNode): string {
  const bytes = value.type === 'Literal' ? value['value'] : undefined
  if (typeof bytes !== 'number') return `\`\${${sourceOf(file, value)}}b\``
  const [unit, factor] = units.find(([, each]) => bytes % each === 0) ?? ['b', 1]
  return `'${bytes / factor}${unit}'`
}

const units: ReadonlyArray<readonly [unit: string, bytes: number]> = [
  ['gb', 1024 ** 3],
  ['mb', 1024 ** 2],
  ['kb', 1024],
]

/** `avatars.uploadUrl({ type, size })` becomes `avatars.uploadUrl({ type, sizeBytes: size })`. */
export const uploadSize: Rule = (file, node, _ancestors, project) => {
  if (calledDiskMethod(file, node, project) !== 'uploadUrl') return undefined
  const property = propertyOf(children(node, 'arguments')[0], 'size')
  const key = child(property, 'key')
  if (property === undefined || key === undefined) return undefined
  const text = property['shorthand'] === true ? 'sizeBytes: size' : 'sizeBytes'
  return replace(key.start, key.end, text)
}

/** `const { key, size } = await avatars.store(…)` becomes `const { key, sizeBytes: size } = …`. */
export const takenSize: Rule = (file, node, _ancestors, project) => {
  const pattern = child(node, 'id')
  if (node.type !== 'VariableDeclarator' || pattern?.type !== 'ObjectPattern') return undefined
  if (!hasSize(file, child(node, 'init'), project)) return undefined
  const edits = children(pattern, 'properties').flatMap((property): readonly TextEdit[] => {
    const key = child(property, 'key')
    if (key === undefined || nameOf(key) !== 'size') return []
    const text = property['shorthand'] === true ? 'sizeBytes: size' : 'sizeBytes'
    return [{ start: key.start, end: key.end, text }]
  })
  return toVerdict(edits)
}

/** `photo.size` becomes `photo.sizeBytes` if `request.file()` or a disk has returned `photo`. */
export const readSize: Rule = (file, node, ancestors, project) => {
  const property = child(node, 'property')
  if (node.type !== 'MemberExpression' || property === undefined) return undefined
  const name = nameOf(child(node, 'object'))
  if (nameOf(property) !== 'size' || name === undefined) return undefined
  return hasSize(file, findValue(name, ancestors), project)
    ? replace(property.start, property.end, 'sizeBytes')
    : undefined
}

/** The value of a variable, from the nearest block that declares it. */
function findValue(name: string, ancestors: Ancestors): SyntaxNode | undefined {
  return ancestors
    .flatMap((block) => children(block, 'body'))
    .flatMap((statement) => children(statement, 'declarations'))
    .filter((each) => nameOf(child(each, 'id')) === name)
    .map((each) => child(each, 'init'))[0]
}

/** Whether a value is an awaited call that returns an uploaded or stored file. */
function hasSize(file: SourceFile, value: SyntaxNode | undefined, project: ProjectIndex): boolean {
  const call = value?.type === 'AwaitExpression' ? child(value, 'argument') : undefined
  const method = nameOf(child(child(call, 'callee'), 'property'))
  if (method === 'file') return textOf(children(call, 'arguments')[0]) !== undefined
  const stored = call && calledDiskMethod(file, call, project)
  return stored === 'store' || stored === 'storeUpload'
}

function calledDiskMethod(
  file: SourceFile,
  node: SyntaxNode,
  project: ProjectIndex,
): string | undefined {
  const callee = child(node, 'callee')
  const maker = project.makerOf(file, nameOf(child(callee, 'object')) ?? '')
  return maker === 'disk' ? nameOf(child(callee, 'property')) : undefined
}

function toVerdict(edits: readonly TextEdit[]): ReturnType<Rule> {
  return edits.length === 0 ? undefined : { kind: 'edits', edits }
}

import { dirname, join } from 'node:path'
import type { ProjectIndex } from './rule.ts'
import {
  calledImport,
  child,
  children,
  nameOf,
  propertyOf,
  textOf,
  visit,
  type Ancestors,
  type SourceFile,
} from '../../graph/program/source-file.ts'
import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'

/** Collects where the jobs, tasks, accounts and disks of an application are declared. */
export function indexProject(files: readonly SourceFile[]): ProjectIndex {
  const makers = new Map<string, string>()
  const tasks = new Map<string, { readonly path: string; readonly name: string }>()
  const listeners = new Set<string>()
  const statedRoutes = new Set<string>()
  for (const file of files) {
    visit(file.root, (node, ancestors) => {
      const called = calledImport(file, node)
      const name = findVariable(ancestors)
      const text = textOf(children(node, 'arguments')[0])
      if (called?.name === 'application') {
        const stated = findStatedRoutes(file, node)
        if (stated !== undefined) statedRoutes.add(stated)
      }
      if (called?.name === 'listener' && text !== undefined) listeners.add(text)
      if (name === undefined) return
      if (called !== undefined) makers.set(`${file.path} ${name}`, called.name)
      if (called?.name === 'task' && text !== undefined) tasks.set(text, { path: file.path, name })
    })
  }

  return {
    makerOf: (file, name) =>
      makers.get(`${file.path} ${name}`) ??
      makers.get(findImported(file.root, file.path, name) ?? ''),
    areStatedRoutes: (file, name) => statedRoutes.has(`${file.path} ${name}`),
    findTask: (name) => tasks.get(name),
    takeListenerName(wanted) {
      let name = wanted
      for (let i = 2; listeners.has(name); i += 1) name = `${wanted}-${i}`
      listeners.add(name)
      return name
    },
  }
}

/** The variable whose value begins with the call, even if other calls are chained to it. */
function findVariable(ancestors: Ancestors): string | undefined {
  const around = ancestors.find(
    ({ type }) => type !== 'MemberExpression' && type !== 'CallExpression',
  )
  return around?.type === 'VariableDeclarator' ? nameOf(child(around, 'id')) : undefined
}

/** The file and the name of the routes of an application with the option `authorization`. */
function findStatedRoutes({ root, path }: SourceFile, node: SyntaxNode): string | undefined {
  const [options] = children(node, 'arguments')
  const local = nameOf(child(propertyOf(options, 'routes'), 'value'))
  if (propertyOf(options, 'authorization') === undefined || local === undefined) return undefined
  return findImported(root, path, local) ?? `${path} ${local}`
}

/** The file and the name from which a local name is imported. */
function findImported(root: SyntaxNode, path: string, local: string): string | undefined {
  for (const statement of children(root, 'body')) {
    const source = textOf(child(statement, 'source'))
    if (statement.type !== 'ImportDeclaration' || source?.startsWith('.') !== true) continue
    const specifier = children(statement, 'specifiers').find(
      (each) => nameOf(child(each, 'local')) === local,
    )
    if (specifier === undefined) continue
    return `${join(dirname(path), source)} ${nameOf(child(specifier, 'imported')) ?? local}`
  }
  return undefined
}

import { note, type Rule, type TextEdit } from './rule.ts'
import {
  calledImport,
  child,
  children,
  nameOf,
  propertyOf,
  textOf,
  type SourceFile,
} from '../../graph/program/source-file.ts'
import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'

/** Removes `application({ authorization: 'stated' })`: now the routes state it themselves. */
export const statedOption: Rule = (file, node) => {
  const called = calledImport(file, node)
  if (called?.door !== 'tenon' || called.name !== 'application') return undefined
  const [options] = children(node, 'arguments')
  const property = propertyOf(options, 'authorization')
  if (property === undefined) return undefined
  const routes = child(propertyOf(options, 'routes'), 'value')
  const callee = child(routes, 'callee')
  if (nameOf(routes) !== undefined) return { kind: 'edits', edits: [removal(file, property)] }
  if (nameOf(callee) !== 'routes' || callee === undefined) {
    return note(node, 'Write routes.stated([…]), and remove the option "authorization"')
  }
  const insertion = { start: callee.end, end: callee.end, text: '.stated' }
  return { kind: 'edits', edits: [removal(file, property), insertion] }
}

/** In such an application, `routes([…])` becomes `routes.stated([…])`. */
export const statedRoutes: Rule = (file, node, [parent], project) => {
  const name = nameOf(child(parent, 'id'))
  const callee = child(node, 'callee')
  if (calledImport(file, node)?.name !== 'routes' || callee === undefined) return undefined
  if (name === undefined || !project.areStatedRoutes(file, name)) return undefined
  return { kind: 'edits', edits: [{ start: callee.end, end: callee.end, text: '.stated' }] }
}

/** Removes `authorization: 'stated'` from `interface Register`. */
export const statedRegister: Rule = (file, node) => {
  if (node.type !== 'TSInterfaceDeclaration' || nameOf(child(node, 'id')) !== 'Register') {
    return undefined
  }
  const member = children(child(node, 'body'), 'body').find(
    (each) => nameOf(child(each, 'key')) === 'authorization',
  )
  const type = child(child(child(member, 'typeAnnotation'), 'typeAnnotation'), 'literal')
  if (member === undefined || textOf(type) !== 'stated') return undefined
  return { kind: 'edits', edits: [removal(file, member)] }
}

/** Removes a node with the space before it and the comma after it. */
function removal({ text }: SourceFile, { start, end }: SyntaxNode): TextEdit {
  const before = text.slice(0, start).trimEnd().length
  return { start: before, end: text[end] === ',' ? end + 1 : end, text: '' }
}

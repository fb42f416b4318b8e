import { child, children, nameOf, textOf } from './program/source-file.ts'
import type { ProgramFile } from './program/program-file.ts'
import type { SyntaxNode } from '../../pages/vite/parse-source.ts'

/** The target of a link, a form or a redirect: a named route, or a path. */
export type Target =
  | { readonly kind: 'route'; readonly name: string; readonly isAction: boolean }
  | { readonly kind: 'path'; readonly path: string }

/** Stands for a value in a path. A value is at least a part of a segment. */
export const anyValue = '\0'

/** The targets that a value may have; empty if it is computed in a way that is not followed. */
export function toTargets(
  value: string | SyntaxNode | true | undefined,
  file: ProgramFile,
  depth = 0,
): readonly Target[] {
  if (value === undefined || value === true || depth > mostSteps) return []
  if (typeof value === 'string') return toPath(value)
  switch (value.type) {
    case 'Literal':
      return toPath(textOf(value) ?? '')
    case 'TemplateLiteral':
      return toPath(toTemplateText(value))
    case 'ConditionalExpression':
      return [child(value, 'consequent'), child(value, 'alternate')].flatMap((each) =>
        toTargets(each, file, depth + 1),
      )
    case 'ParenthesizedExpression':
      return toTargets(child(value, 'expression'), file, depth + 1)
    case 'CallExpression':
      return toRoute(value, file)
    case 'Identifier':
      return toTargets(file.constants.get(nameOf(value) ?? ''), file, depth + 1)
    default:
      return []
  }
}

/** A limit for constants that refer to themselves, such as those whose name is used twice. */
const mostSteps = 8

/** Reads a path. Other addresses do not lead to routes: `https://…`, `//host`, `mailto:…`, `#content`. */
function toPath(text: string): readonly Target[] {
  if (!/^\/(?!\/)/.test(text)) return []
  return [{ kind: 'path', path: text.replace(/[?#].*$/s, '') }]
}

function toTemplateText(node: SyntaxNode): string {
  const texts = children(node, 'quasis').map((quasi) => {
    const value = quasi['value'] as { readonly cooked?: string } | undefined
    return value?.cooked ?? ''
  })
  return texts.join(anyValue)
}

function toRoute(node: SyntaxNode, file: ProgramFile): readonly Target[] {
  const called = nameOf(child(node, 'callee')) ?? ''
  const imported = file.imports.get(called)
  const name = textOf(children(node, 'arguments')[0])
  if (name === undefined || imported === undefined) return []
  const isAction = imported.name === 'action'
  return isAction || imported.name === 'route' ? [{ kind: 'route', name, isAction }] : []
}

import type { Element } from '../program/element.ts'
import type { Finding, Program } from '../program/program.ts'
import { visitAll, type ProgramFile } from '../program/program-file.ts'
import { child, children, lineOf, nameOf, propertyOf, textOf } from '../program/source-file.ts'
import { RoutePaths } from '../route-paths.ts'
import { anyValue, toTargets, type Target } from '../target.ts'
import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'

/** Finds links, forms, visits and redirects that no route answers. */
export function checkLinks(program: Program): readonly Finding[] {
  const paths = new RoutePaths(program)
  return program.files.flatMap((file) =>
    findUses(file).flatMap((use) => {
      const message = toProblem(use, paths)
      return message === undefined
        ? []
        : [{ kind: 'mistake' as const, file: file.path, line: lineOf(file, use.start), message }]
    }),
  )
}

/** A place in the code that leads to a route. */
export interface Use {
  /** What leads there, for messages, such as `A link`. */
  readonly title: string
  readonly target: Target
  /** The method of its request; `undefined` if unknown, or if the target defines it. */
  readonly method: string | undefined
  readonly start: number
}

/** Finds all places in a file that lead to a route. */
export function findUses(file: ProgramFile): readonly Use[] {
  const uses = file.elements.flatMap((element) => findElementUses(element, file))
  visitAll(file, (node) => {
    if (node.type === 'CallExpression') uses.push(...findCallUses(node, file))
  })
  return uses
}

function toProblem({ title, target, method }: Use, paths: RoutePaths): string | undefined {
  const routes = paths.find(target)
  if (routes.length === 0) {
    if (target.kind === 'route') return undefined // the compiler knows the names
    if (paths.isServed(target)) return undefined
    return `${title} leads to "${toShown(target.path)}", which is the path of no route.${paths.suggest(target.path)}`
  }
  if (method === undefined || routes.some((route) => answers(route.method, method)))
    return undefined
  const [route] = routes
  const methods = [...new Set(routes.map((each) => each.method))].join(' and ')
  const where = target.kind === 'route' ? `"${target.name}"` : `"${toShown(target.path)}"`
  return `${title} asks for ${where} with ${method}, and ${route?.path ?? 'it'} answers ${methods}.`
}

function answers(route: string, method: string): boolean {
  return route === method || route === 'ANY' || (route === 'GET' && method === 'HEAD')
}

function toShown(path: string): string {
  return path.replaceAll(anyValue, '…')
}

function findElementUses(element: Element, file: ProgramFile): readonly Use[] {
  const { tag, attributes, start } = element
  const stated = toMethod(attributes.get('method'))
  const toUses = (name: string, title: string, method: string | undefined): readonly Use[] =>
    toTargets(attributes.get(name), file).map((target) => toUse(title, target, method, start))
  if (attributes.has('href')) {
    // The application's own elements may send any method, and so may an element with Inertia's directive.
    const isOpen =
      typeof attributes.get('use:inertia') === 'object' ||
      !/^(?:a|area|Link|InertiaLink)$/.test(tag)
    const method = attributes.has('method') ? stated : isOpen ? undefined : 'GET'
    return toUses('href', 'A link', method)
  }
  if (!attributes.has('action')) return []
  const method = attributes.has('method') ? stated : tag === 'form' ? 'GET' : undefined
  return toUses('action', 'A form', method)
}

/** Makes a use. An action defines its own method, which a form with `_method` may override. */
function toUse(title: string, target: Target, method: string | undefined, start: number): Use {
  const isAction = target.kind === 'route' && target.isAction
  return { title, target, method: isAction ? undefined : method, start }
}

const clientMethods = new Set(['get', 'post', 'put', 'patch', 'delete'])

function findCallUses(node: SyntaxNode, file: ProgramFile): readonly Use[] {
  const args = children(node, 'arguments')
  const callee = child(node, 'callee')
  const name = nameOf(callee)
  const toUses = (title: string, index: number, method: string | undefined): readonly Use[] =>
    toTargets(args[index], file).map((target) => toUse(title, target, method, node.start))
  if (name === 'fetch') return toUses('fetch()', 0, toOptionMethod(args[1]))
  if (name !== undefined && file.imports.get(name)?.door === 'tenon') {
    return name === 'redirect' || name === 'back' ? toUses(`${name}()`, 0, 'GET') : []
  }
  const method = nameOf(child(callee, 'property'))
  const on = nameOf(child(callee, 'object')) ?? ''
  if (method === undefined) return []
  if (on === 'router' && (method === 'visit' || method === 'prefetch')) {
    return toUses(`router.${method}()`, 0, toOptionMethod(args[1]))
  }
  if (!clientMethods.has(method) && method !== 'submit') return []
  if (on !== 'router' && !isForm(on, file)) return []
  return method === 'submit'
    ? toUses(`${on}.submit()`, 1, toMethod(args[0] && (textOf(args[0]) ?? args[0])))
    : toUses(`${on}.${method}()`, 0, method.toUpperCase())
}

function isForm(name: string, { constants }: ProgramFile): boolean {
  const made = nameOf(child(constants.get(name), 'callee'))
  return made === 'useForm' || made === 'useHttp'
}

/** The method in the options of a call: GET without options, `undefined` if it is computed. */
function toOptionMethod(options: SyntaxNode | undefined): string | undefined {
  if (options === undefined) return 'GET'
  if (options.type !== 'ObjectExpression') return undefined
  if (children(options, 'properties').some(({ type }) => type === 'SpreadElement')) return undefined
  const method = propertyOf(options, 'method')
  if (method === undefined) return 'GET'
  const value = child(method, 'value')
  return toMethod(value && (textOf(value) ?? value))
}

function toMethod(value: string | SyntaxNode | true | undefined): string | undefined {
  return typeof value === 'string' ? value.toUpperCase() : undefined
}

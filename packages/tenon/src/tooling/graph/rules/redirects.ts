import type { Finding, Program, ProgramRoute } from '../program/program.ts'
import { visitAll, type ProgramFile } from '../program/program-file.ts'
import { child, children, lineOf, nameOf } from '../program/source-file.ts'
import { RoutePaths } from '../route-paths.ts'
import { toTargets } from '../target.ts'
import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'

/** Finds routes that only redirect, and lead back to themselves. */
export function checkRedirects(program: Program): readonly Finding[] {
  const next = new Map(program.files.flatMap((file) => findRedirects(file, program)))
  return [...next.keys()].flatMap((route) => {
    const circle = findCircle(route, next)
    if (circle === undefined) return []
    const message = `This redirects in a circle: ${circle.map(({ path }) => path).join(' → ')}.`
    return [{ kind: 'mistake' as const, file: route.file, line: route.line, message }]
  })
}

function findCircle(
  start: ProgramRoute,
  next: ReadonlyMap<ProgramRoute, ProgramRoute>,
): readonly ProgramRoute[] | undefined {
  const passed = [start]
  for (let at = next.get(start); at !== undefined; at = next.get(at)) {
    if (at === start) return [...passed, at]
    if (passed.includes(at)) return undefined
    passed.push(at)
  }
  return undefined
}

function findRedirects(
  file: ProgramFile,
  program: Program,
): readonly (readonly [ProgramRoute, ProgramRoute])[] {
  const paths = new RoutePaths(program)
  const found: (readonly [ProgramRoute, ProgramRoute])[] = []
  visitAll(file, (node) => {
    const [, handler] = children(node, 'arguments')
    if (file.imports.get(nameOf(child(node, 'callee')) ?? '')?.name !== 'get') return
    const line = lineOf(file, node.start)
    const route = program.routes.find((each) => each.file === file.path && each.line === line)
    const [target] = toTargets(findTarget(child(handler, 'body')), file)
    const end = target && paths.find(target).find(({ method }) => method === 'GET')
    if (route !== undefined && end !== undefined) found.push([route, end])
  })
  return found
}

/** The argument of `() => redirect(…)`. Any other function may also answer in another way. */
function findTarget(body: SyntaxNode | undefined): SyntaxNode | undefined {
  return nameOf(child(body, 'callee')) === 'redirect' ? children(body, 'arguments')[0] : undefined
}

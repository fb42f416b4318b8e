import type { Finding, Program } from '../program/program.ts'
import { visitAll, type ProgramFile } from '../program/program-file.ts'
import { child, nameOf, textOf } from '../program/source-file.ts'
import { RoutePaths } from '../route-paths.ts'
import { findUses } from './links.ts'

/** Finds routes whose names and paths are not mentioned. These are hints, because other programs may call them. */
export function checkUnlinked(program: Program): readonly Finding[] {
  const mentioned = new Set(program.files.flatMap(readTexts))
  const paths = new RoutePaths(program)
  const linked = new Set(
    program.files.flatMap(findUses).flatMap(({ target }) => paths.findMeant(target)),
  )
  return program.routes
    .filter((route) => !route.isPublished && route.path !== '/' && !linked.has(route))
    .filter(({ name }) => name === undefined || !mentioned.has(name))
    .map(({ method, path, name, file, line }) => ({
      kind: 'hint',
      file,
      line,
      message: `Nothing in the application leads to ${method} ${path}${name === undefined ? '' : ` ("${name}")`}.`,
    }))
}

/** All texts except the names that routes are given. */
function readTexts(file: ProgramFile): readonly string[] {
  const texts = file.elements.flatMap(({ attributes }) =>
    [...attributes.values()].filter((value) => typeof value === 'string'),
  )
  visitAll(file, (node, [call]) => {
    const text = textOf(node)
    const isGiven = nameOf(child(child(call, 'callee'), 'property')) === 'name'
    if (text !== undefined && !isGiven) texts.push(text)
  })
  return texts
}

import { note, replace, type Rule } from './rule.ts'
import { child, nameOf } from '../../graph/program/source-file.ts'

/** `auth.endLogin(request, id)` becomes `auth.logins.end(request, id)`. */
export const loginMethods: Rule = (file, node, [parent], project) => {
  const property = child(node, 'property')
  const method = nameOf(property)
  const isCalled = parent?.type === 'CallExpression' && child(parent, 'callee') === node
  if (!isCalled || property === undefined || method === undefined) return undefined
  const maker = project.makerOf(file, nameOf(child(node, 'object')) ?? '') ?? ''
  const renamed = methods.get(`${maker}.${method}`)
  if (renamed !== undefined) return replace(property.start, property.end, renamed)
  const meant = unmistakable.has(method) ? methods.get(`accounts.${method}`) : undefined
  return meant === undefined ? undefined : note(node, `Of accounts, ${method}() is now ${meant}()`)
}

/** The new methods, by the function that made the object and the old name. */
const methods: ReadonlyMap<string, string> = new Map([
  ['accounts.logins', 'logins.list'],
  ['accounts.endLogin', 'logins.end'],
  ['accounts.logoutElsewhere', 'logins.endOthers'],
  ['accounts.logoutEverywhere', 'logins.endAll'],
  ['oauth.disconnect', 'remove'],
])

/** Methods whose names only accounts had. */
const unmistakable = new Set(['endLogin', 'logoutElsewhere', 'logoutEverywhere'])

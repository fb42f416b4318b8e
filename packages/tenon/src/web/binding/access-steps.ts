/** Checks the rules of `.can()` as soon as the records that they judge have been found. */
import { withoutRecord } from '../routing/access.ts'
import type { AccessRule, Demand } from '../routing/access-rule.ts'
import type { RouteSite } from '../routing/handler.ts'
import { UniqueLookup } from '../../data/records/unique-lookup.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Binding, Bindings, Step } from './binding.ts'

/** Throws `SetupError` if the handler binds no record for a rule to judge, or several. */
export function toAccessSteps(bindings: Bindings, site: RouteSite): readonly Step[] {
  return site.demands.map((demand) => toAccessStep(demand, bindings, site))
}

function toAccessStep(demand: Demand, bindings: Bindings, site: RouteSite): Step {
  const { rule } = demand
  if (rule.model === undefined) return (_input, request) => rule.check(request, undefined)
  const name = toJudged(demand, bindings, site)
  return (input, request) => rule.check(request, input[name])
}

/** The name of the binding whose record a rule judges. */
function toJudged({ rule, on }: Demand, bindings: Bindings, site: RouteSite): string {
  const names = Object.keys(bindings).filter((name) => isOf(rule, bindings[name]))
  const [first] = on === undefined ? names : names.filter((name) => name === on)
  if (first === undefined) throw withoutRecord(site, rule)
  if (on !== undefined || names.length === 1) return first
  const list = names.map((name) => `{${name}}`).join(' and ')
  throw new SetupError(
    'E_ACCESS_RECORD',
    `"${site.pattern.path}" (${site.place.location}) says .can(${rule.title}), but its handler binds ${list}. ` +
      `Say which one: .can(…, '${first}').`,
  )
}

/** Compares by identity: two models of the same table are different models. */
function isOf({ model }: AccessRule, binding: Binding | undefined): boolean {
  return binding === model || (binding instanceof UniqueLookup && binding.model === model)
}

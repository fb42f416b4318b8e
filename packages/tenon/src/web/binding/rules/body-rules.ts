import type { HttpRequest } from '../../http/request.ts'
import type { RouteSite } from '../../routing/handler.ts'
import { isPromise } from '../../../base/support/maybe-promise.ts'
import { type Bindings, isModel, type Input, type Step } from '../binding.ts'
import { checkRules, explainRefusal } from './check-rules.ts'
import type { RuleInput } from './questions.ts'
import { assertOwnerBound } from './rule-owner.ts'
import { eachRule, type RulesByField } from './rules-by-field.ts'

/** The rules of a handler's body. */
export interface BodyRules {
  /** Checks the rules in the database, after the body is in the input. */
  readonly check: Step
  /** Makes `run` throw the message of a rule if the database rejects what the handler writes. */
  guard(run: Run): Run
}

type Run = (input: never, request: HttpRequest) => unknown

/** Compiles the rules of a handler; `undefined` if its body has no rules. Throws `E_BINDING_OWNER`. */
export function toBodyRules(bindings: Bindings, site: RouteSite): BodyRules | undefined {
  const [bound] = Object.entries(bindings).flatMap(([name, binding]) =>
    hasRules(binding) ? [{ name, asks: binding.asks }] : [],
  )
  if (bound === undefined) return undefined
  const { name } = bound
  const rules = eachRule(bound.asks)
  for (const [, rule] of rules) assertOwnerBound(rule, bindings, site)

  const provided = site.middlewares.flatMap(({ provides }) => provides ?? [])
  const toRuleInput = (input: Input, request: HttpRequest): RuleInput => {
    const { [name]: body, ...others } = input
    const given = provided.map((value) => request.get(value))
    return { body, records: [...Object.values(others), ...given].filter(isObject), request }
  }
  const explain = async (error: unknown, input: Input, request: HttpRequest): Promise<never> => {
    throw (await explainRefusal(rules, toRuleInput(input, request), error)) ?? error
  }
  return {
    check: (input, request) => checkRules(rules, toRuleInput(input, request)),
    guard: (run) => (input, request) => {
      try {
        const result = run(input, request)
        if (!isPromise(result)) return result
        return result.then(undefined, (error: unknown) => explain(error, input, request))
      } catch (error) {
        return explain(error, input, request)
      }
    },
  }
}

function hasRules(binding: Bindings[string]): binding is typeof binding & { asks: RulesByField } {
  return !isModel(binding) && 'asks' in binding && binding.asks !== undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

import type { Environment } from './environment.ts'
import { port, type Variable } from './variables.ts'

/** Reads variables and collects their problems, so that one error can name all of them. */
export class VariableReader {
  readonly problems = new Set<string>()
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  require(names: readonly string[]): void {
    const missing = names.filter(
      (name) => !this.#environment.has(name) && !this.#hasSubstitute(name),
    )
    for (const name of missing) this.problems.add(`${name} is missing`)
  }

  read<Value>({ name, substitute = name, ...variable }: Variable<Value>): Value {
    const source = this.#environment.has(name) ? name : substitute
    const text = this.get(source)
    if (text === undefined) return variable.fallback

    const value = variable.parse(text)
    if (value !== undefined) return value
    this.problems.add(`${source} must be ${variable.expected}`)
    return variable.fallback
  }

  get(name: string): string | undefined {
    const text = this.#environment.get(name)
    const problem = text === undefined ? undefined : findPasted(name, text)
    if (problem === undefined) return text
    this.problems.add(problem)
    return undefined
  }

  #hasSubstitute(name: string): boolean {
    return name === port.name && this.#environment.has(port.substitute)
  }
}

/**
 * Describes text that was pasted along with a value. With `docker --env-file`, quotes become part of the value, so a
 * key with quotes would differ from the key that another process reads.
 */
function findPasted(name: string, text: string): string | undefined {
  if (text.startsWith(`${name}=`)) {
    return `${name} begins with its own name: remove "${name}=" from its value`
  }
  const isQuoted = /^(["']).*\1$/s.test(text)
  return isQuoted ? `${name} stands in quotes, which are part of its value: remove them` : undefined
}

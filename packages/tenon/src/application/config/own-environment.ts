import { inspect } from 'node:util'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { exitCode } from '../../base/console/command.ts'
import { isPromise } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { assertSchema } from '../../web/validation/validate.ts'
import { defaultName, readEnvironment, type Environment } from './environment.ts'

/**
 * Reads the application's own variables with a Standard Schema: `environment(z.object({ API_KEY: z.string() }))`.
 *
 * Reads the process's environment and the `.env` files, as Tenon does for its own variables; an empty variable counts
 * as unset. Throws `E_ENVIRONMENT`, which names every missing or invalid variable and contains no value, and
 * `E_SCHEMA` for what is not a schema, or an asynchronous one.
 */
export function environment<Output>(schema: StandardSchemaV1<unknown, Output>): Output {
  assertSchema(schema, 'environment')
  const found = readEnvironment(process.env, process.cwd())
  const result = schema['~standard'].validate(Object.fromEntries(found))
  if (isPromise(result)) {
    throw new SetupError('E_SCHEMA', 'environment() takes a schema that is not asynchronous.')
  }
  if (result.issues === undefined) return result.value
  throw endInOneLine(toError(found, result.issues))
}

function toError(found: Environment, issues: readonly StandardSchemaV1.Issue[]): SetupError {
  const name = found.get('APP_ENV') ?? defaultName
  const problems = new Set(issues.map((issue) => toProblem(found, issue)))
  return new SetupError(
    'E_ENVIRONMENT',
    `The environment of ${name} is not complete: ${[...problems].join('; ')}. Nothing was started.`,
  )
}

function toProblem(found: Environment, { path = [], message }: StandardSchemaV1.Issue): string {
  const [first] = path
  if (first === undefined) return message
  const name = String(typeof first === 'object' ? first.key : first)
  return found.has(name) ? `${name} is invalid (${message})` : `${name} is missing`
}

/**
 * Lets the process end with the message in one line if nothing catches the error. It is thrown while the main file
 * loads its imports, so `run()` cannot report it, and Node would print a stack. Node knows before the next turn of the
 * event loop whether the error is caught.
 */
function endInOneLine(error: SetupError): SetupError {
  const end = (uncaught: unknown): void => {
    process.stderr.write(`${uncaught === error ? error.message : inspect(uncaught)}\n`)
    process.exit(uncaught === error ? exitCode.configuration : exitCode.failed)
  }
  process.once('uncaughtException', end)
  setImmediate(() => process.removeListener('uncaughtException', end))
  return error
}

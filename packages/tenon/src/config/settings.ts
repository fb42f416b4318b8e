import { parseTrustedProxies, type TrustedProxies } from '../http/origin.ts'
import { logLevels, type LogLevel } from '../log/log.ts'
import { SetupError } from '../support/setup-error.ts'
import { defaultName, readEnvironment, type Environment } from './environment.ts'

/** What the environment settles, checked and typed. */
export interface Settings {
  /** `APP_ENV`. Default `local`. */
  readonly environment: string
  /** Whether nothing internal may be shown: every name but those of development and tests. */
  readonly isProduction: boolean
  /** `SERVER_HOST`. Default `127.0.0.1`. */
  readonly host: string
  /** `SERVER_PORT`; 0 takes a free one. Default 8080. */
  readonly port: number
  /** `DATABASE_URL`. Default `sqlite:./database.sqlite`. */
  readonly databaseUrl: string
  /** `APP_KEY`, which signs cookies. */
  readonly appKey: string | undefined
  /** `ASSET_VERSION`, in place of the one of the built files. */
  readonly assetVersion: string | undefined
  /** `TRUSTED_PROXIES`: addresses and ranges whose forwarded headers count. Default: none. */
  readonly trustedProxies: TrustedProxies
  /** `LOG_LEVEL`. Default `info` in production, else `debug`. */
  readonly logLevel: LogLevel | 'silent'
}

/**
 * Reads the settings from the process's environment and the files of the working folder.
 *
 * Throws `E_ENVIRONMENT`, which names every variable that is missing or wrong, and never a value
 * that could be a secret.
 */
export function loadSettings(): Settings {
  return toSettings(readEnvironment(process.env, process.cwd()))
}

/** Checks and types an environment. */
export function toSettings(environment: Environment): Settings {
  const problems: string[] = []
  const name = environment.get('APP_ENV') ?? defaultName
  const isProduction = !developmentNames.has(name)
  if (isProduction) problems.push(...findMissing(environment))

  const read = <Value>(variable: Variable<Value>): Value => {
    const text = environment.get(variable.name) ?? variable.fallback
    const value = variable.parse(text)
    if (value !== undefined) return value
    problems.push(`${variable.name} must be ${variable.expected}`)
    return variable.parse(variable.fallback) as Value
  }
  const settings: Settings = {
    environment: name,
    isProduction,
    host: environment.get('SERVER_HOST') ?? '127.0.0.1',
    port: read(port),
    databaseUrl: environment.get('DATABASE_URL') ?? 'sqlite:./database.sqlite',
    appKey: environment.get('APP_KEY'),
    assetVersion: environment.get('ASSET_VERSION'),
    trustedProxies: read(trustedProxies),
    logLevel: read(isProduction ? productionLogLevel : logLevel),
  }
  if (problems.length === 0) return settings
  throw new SetupError(
    'E_ENVIRONMENT',
    `The environment of ${name} is not complete: ${problems.join('; ')}. Nothing was started.`,
  )
}

/** Any other name gets production's caution: a name misspelt must not show the source to clients. */
const developmentNames: ReadonlySet<string> = new Set([
  'local',
  'development',
  'dev',
  'test',
  'testing',
  'ci',
])

const requiredInProduction = ['APP_ENV', 'SERVER_HOST', 'SERVER_PORT', 'DATABASE_URL'] as const

function findMissing(environment: Environment): readonly string[] {
  return requiredInProduction
    .filter((name) => !environment.has(name))
    .map((name) => `${name} is missing`)
}

interface Variable<Value> {
  readonly name: string
  readonly fallback: string
  readonly expected: string
  readonly parse: (text: string) => Value | undefined
}

const port: Variable<number> = {
  name: 'SERVER_PORT',
  fallback: '8080',
  expected: 'a number from 0 to 65535',
  parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
}

const trustedProxies: Variable<TrustedProxies> = {
  name: 'TRUSTED_PROXIES',
  fallback: '',
  expected: 'a list of addresses or CIDR ranges, separated by commas',
  parse: parseTrustedProxies,
}

const logLevel: Variable<Settings['logLevel']> = {
  name: 'LOG_LEVEL',
  fallback: 'debug',
  expected: `one of ${logLevels.join(', ')}`,
  parse: (text) => logLevels.find((level) => level === text),
}

const productionLogLevel: Variable<Settings['logLevel']> = { ...logLevel, fallback: 'info' }

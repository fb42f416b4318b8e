import { defaultBodyLimits, type BodyLimits } from '../body/body-limits.ts'
import type { TrustedProxies } from '../http/origin.ts'
import type { LogThreshold } from '../log/log.ts'
import { SetupError } from '../support/setup-error.ts'
import { defaultName, readEnvironment, type Environment } from './environment.ts'
import {
  bodyLimit,
  drain,
  logLevel,
  metricsPort,
  metricsToken,
  port,
  redisUrl,
  reusePort,
  trustedProxies,
  uploadLimit,
  workers,
  type Variable,
} from './variables.ts'

/** What the environment settles, checked and typed. */
export interface Settings {
  /** `APP_ENV`. Default `local`. */
  readonly environment: string
  /** Whether production's caution holds: with every name but those of development and tests. */
  readonly isProduction: boolean
  /** `SERVER_HOST`. Default `127.0.0.1`. */
  readonly host: string
  /** `SERVER_PORT`; 0 takes a free one. Default 8080. */
  readonly port: number
  /** `SERVER_WORKERS`: processes that serve; `auto` is one per processor. Default 1. */
  readonly workers: number
  /** `SERVER_DRAIN_SECONDS`: how long connections are accepted after SIGTERM. Default 0. */
  readonly drainMs: number
  /** `SERVER_REUSE_PORT`: whether independent processes share the port. Default `0`. */
  readonly reusePort: boolean
  /** `DATABASE_URL`. Default `sqlite:./database.sqlite`. */
  readonly databaseUrl: string
  /** `REDIS_URL`: where replicas share cache, locks and rate limits. Default: each has its own. */
  readonly redisUrl: string | undefined
  /** `APP_KEY`, which signs cookies. */
  readonly appKey: string | undefined
  /** `ASSET_VERSION`, in place of the one of the built files. */
  readonly assetVersion: string | undefined
  /** `TRUSTED_PROXIES`: addresses and ranges whose forwarded headers count. Default: none. */
  readonly trustedProxies: TrustedProxies
  /**
   * `BODY_LIMIT`: largest body; `UPLOAD_LIMIT`: largest multipart body and file, at least as much.
   * Default 1 MiB each.
   */
  readonly bodyLimits: BodyLimits
  /** `METRICS_PORT`: a port of their own for `/_app/metrics`. Default: none. */
  readonly metricsPort: number | undefined
  /** `METRICS_TOKEN`: what `/_app/metrics` demands as bearer; alone, it turns that path on. */
  readonly metricsToken: string | undefined
  /** `LOG_LEVEL`. Default `info` in production, else `debug`. */
  readonly logLevel: LogThreshold
}

/**
 * Reads the settings from the process's environment and the files of the working folder.
 *
 * Throws `E_ENVIRONMENT`, which names every variable that is missing or wrong, or the file that cannot
 * be read, and never a value that could be a secret.
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
    const text = environment.get(variable.name)
    if (text === undefined) return variable.fallback

    const value = variable.parse(text)
    if (value !== undefined) return value
    problems.push(`${variable.name} must be ${variable.expected}`)
    return variable.fallback
  }
  const settings: Settings = {
    environment: name,
    isProduction,
    host: environment.get('SERVER_HOST') ?? '127.0.0.1',
    port: read(port),
    workers: read(workers),
    drainMs: read(drain),
    reusePort: read(reusePort),
    databaseUrl: environment.get('DATABASE_URL') ?? 'sqlite:./database.sqlite',
    redisUrl: read(redisUrl),
    appKey: environment.get('APP_KEY'),
    assetVersion: environment.get('ASSET_VERSION'),
    trustedProxies: read(trustedProxies),
    bodyLimits: toBodyLimits(read(bodyLimit), read(uploadLimit)),
    metricsPort: read(metricsPort),
    metricsToken: read(metricsToken),
    logLevel: read({ ...logLevel, fallback: isProduction ? 'info' : 'debug' }),
  }
  if (needsMetricsPort(settings)) problems.push(metricsPortMissing)
  if (problems.length === 0) return settings
  throw new SetupError(
    'E_ENVIRONMENT',
    `The environment of ${name} is not complete: ${problems.join('; ')}. Nothing was started.`,
  )
}

/** Any other name gets production's caution: one that is misspelt must not lose it. */
const developmentNames: ReadonlySet<string> = new Set([
  'local',
  'development',
  'dev',
  'test',
  'testing',
  'ci',
])

/** Besides `APP_ENV`, without which it would not be production. */
const requiredInProduction = ['SERVER_HOST', 'SERVER_PORT', 'DATABASE_URL'] as const

function findMissing(environment: Environment): readonly string[] {
  return requiredInProduction
    .filter((name) => !environment.has(name))
    .map((name) => `${name} is missing`)
}

/** Requests to a shared port meet any one of the workers, and so would a scrape. */
function needsMetricsPort({ metricsToken, metricsPort, workers }: Settings): boolean {
  return metricsToken !== undefined && metricsPort === undefined && workers > 1
}

const metricsPortMissing = 'METRICS_PORT is missing, which metrics need with several SERVER_WORKERS'

function toBodyLimits(body: number | undefined, upload: number | undefined): BodyLimits {
  const bodyBytes = body ?? defaultBodyLimits.bodyBytes
  const uploadBytes = Math.max(bodyBytes, upload ?? 0)
  return { ...defaultBodyLimits, bodyBytes, uploadBytes, fileBytes: uploadBytes }
}

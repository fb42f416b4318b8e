import { randomUUID } from 'node:crypto'
import { KeyRing } from '../../base/keys/keys.ts'
import { defaultBodyLimits, limitsOf, type BodyLimits } from '../../web/body/body-limits.ts'
import type { TrustedProxies } from '../../web/http/origin.ts'
import type { LogThreshold } from '../../base/log/log.ts'
import type { ServerEngine } from '../../web/server/engine/server-engine.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { VariableReader } from './variable-reader.ts'
import { defaultName, readEnvironment, type Environment } from './environment.ts'
import {
  appKey,
  appUrl,
  bodyLimit,
  databaseUrl,
  drain,
  engine,
  isShortKey,
  leastKeyCharacters,
  logLevel,
  mailFallbackUrl,
  mailUrl,
  metricsPort,
  metricsToken,
  port,
  previousKeys,
  redisUrl,
  replicaUrls,
  reusePort,
  storageUrl,
  trustedProxies,
  uploadLimit,
  workPort,
  workers,
  workerTimeout,
  type Variable,
} from './variables.ts'

/** The settings from the environment, checked and typed. */
export interface Settings {
  /** `APP_ENV`. Default `local`. */
  readonly environment: string
  /** Whether production's precautions apply: for every name except those for development and tests. */
  readonly isProduction: boolean
  /** `SERVER_HOST`. Default `127.0.0.1`. */
  readonly host: string
  /** `SERVER_PORT`, or `PORT`, which hosting platforms set; 0 picks a free port. Default 8080. */
  readonly port: number
  /** `SERVER_WORKERS`: the number of processes that serve; `auto` is one per processor. Default 1. */
  readonly workers: number
  /** `SERVER_DRAIN_SECONDS`: how long connections are accepted after SIGTERM. Default 0. */
  readonly drainMs: number
  /**
   * `SERVER_WORKER_TIMEOUT_SECONDS`: if several workers serve, how long a worker's event loop may block before the
   * worker is killed and replaced; 0 is never. Default 30.
   */
  readonly workerTimeoutMs: number
  /** `SERVER_REUSE_PORT`: whether independent processes share the port. Default `0`. */
  readonly reusePort: boolean
  /** `SERVER_ENGINE`: the code that reads requests from connections. Default `sockets`. */
  readonly engine: ServerEngine
  /** `DATABASE_URL`. Default `sqlite:./database.sqlite`. */
  readonly databaseUrl: string
  /** `DATABASE_REPLICA_URL`: PostgreSQL's read replicas. Default: none. */
  readonly replicaUrls: readonly string[]
  /** `REDIS_URL`: where replicas share cache, locks and rate limits. Default: each has its own. */
  readonly redisUrl: string | undefined
  /** `STORAGE_URL`: where files are stored. Default `file:./storage`. */
  readonly storageUrl: string
  /** `MAIL_URL`: the mail server. Default: none; in development a mailbox. */
  readonly mailUrl: string | undefined
  /** `MAIL_FALLBACK_URL`: the mail server to use while the first one cannot be reached. Default: none. */
  readonly mailFallbackUrl: string | undefined
  /** The origin of `APP_URL`, where users reach the application, for links in mails. Default: `toLocalOrigin()`. */
  readonly appUrl: string | undefined
  /** The path of `APP_URL`, such as `/app`, below which users reach the application. Default: empty. */
  readonly basePath: string
  /** `APP_KEY`, which seals and signs. Default: a random key; in production none. */
  readonly appKey: string | undefined
  /** The keys from `APP_KEY` and `APP_PREVIOUS_KEYS`. The previous keys still open what they have sealed. */
  readonly keys: KeyRing | undefined
  /** `ASSET_VERSION`: replaces the version of the built files. */
  readonly assetVersion: string | undefined
  /** `TRUSTED_PROXIES`: addresses and ranges whose forwarded headers are trusted. Default: none. */
  readonly trustedProxies: TrustedProxies
  /**
   * `BODY_LIMIT`: the largest body. `UPLOAD_LIMIT`: the largest multipart body and file; at least as large as
   * `BODY_LIMIT`. Default 1 MiB each.
   */
  readonly bodyLimits: BodyLimits
  /** `METRICS_PORT`: a separate port for `/_app/metrics`. Default: none. */
  readonly metricsPort: number | undefined
  /** `WORK_PORT`: the port on which processes that work answer probes and metrics. Default: `METRICS_PORT`. */
  readonly workPort: number | undefined
  /** `METRICS_TOKEN`: the bearer token for `/_app/metrics`; on its own, it also enables that path. */
  readonly metricsToken: string | undefined
  /** `LOG_LEVEL`. Default `info` in production, else `debug`. */
  readonly logLevel: LogThreshold
}

/**
 * Reads the settings from the process's environment and the files in the working folder.
 *
 * Throws `E_ENVIRONMENT`, which names every missing or invalid variable, or the file that cannot be read. It never
 * contains a value, which could be a secret.
 */
export function loadSettings(
  purpose: Purpose = 'serving',
  needed: readonly string[] = [],
): Settings {
  return toSettings(readEnvironment(process.env, process.cwd()), purpose, needed)
}

/** What the process does: only a process that serves needs an address to listen on. */
export type Purpose = 'serving' | 'working'

/** Checks and types an environment. In production, the variables in `needed` are required as well. */
export function toSettings(
  environment: Environment,
  purpose: Purpose = 'serving',
  needed: readonly string[] = [],
): Settings {
  const variables = new VariableReader(environment)
  const { problems } = variables
  const read = <Value>(variable: Variable<Value>): Value => variables.read(variable)
  const name = variables.get('APP_ENV') ?? defaultName
  const isProduction = isProductionName(name)
  if (isProduction) variables.require([...requiredInProduction[purpose], ...needed])
  needed.forEach((name) => variables.get(name))

  const address = read(appUrl)
  const key = read(appKey) ?? (isProduction ? undefined : developmentKey)
  const previous = read(previousKeys)
  const settings: Settings = {
    environment: name,
    isProduction,
    host: variables.get('SERVER_HOST') ?? '127.0.0.1',
    port: read(port),
    workers: read(workers),
    drainMs: read(drain),
    workerTimeoutMs: read(workerTimeout),
    reusePort: read(reusePort),
    engine: read(engine),
    databaseUrl: read(databaseUrl),
    replicaUrls: read(replicaUrls),
    redisUrl: read(redisUrl),
    storageUrl: read(storageUrl),
    mailUrl: read(mailUrl),
    mailFallbackUrl: read(mailFallbackUrl),
    appUrl: address?.origin,
    basePath: address?.base ?? '',
    appKey: key,
    keys: key === undefined ? undefined : toKeyRing(key, previous),
    assetVersion: variables.get('ASSET_VERSION'),
    trustedProxies: read(trustedProxies),
    bodyLimits: toBodyLimits(read(bodyLimit), read(uploadLimit)),
    metricsPort: read(metricsPort),
    workPort: read(workPort),
    metricsToken: read(metricsToken),
    logLevel: read({ ...logLevel, fallback: isProduction ? 'info' : 'debug' }),
  }
  const isKeyNeeded = isProduction && needed.includes(appKey.name)
  if (isKeyNeeded && key !== undefined && isShortKey(key)) problems.add(shortKey)
  if (purpose === 'serving' && needsMetricsPort(settings)) problems.add(metricsPortMissing)
  if (problems.size === 0) return settings
  throw new SetupError(
    'E_ENVIRONMENT',
    `The environment of ${name} is not complete: ${[...problems].join('; ')}. Nothing was started.`,
  )
}

/**
 * Spaces around a key do not belong to it: they were pasted along. Earlier versions used them as part of the key, so
 * the keys with spaces still open what those versions have sealed.
 */
function toKeyRing(key: string, previous: readonly string[]): KeyRing {
  const all = [key, ...previous]
  const [current = key, ...others] = new Set([...all.map((each) => each.trim()), ...all])
  return new KeyRing(current, others)
}

/** Changes with each process: a process cannot read the cookies of another one. */
const developmentKey = randomUUID()

/** Whether production's precautions apply to an environment with this name. */
function isProductionName(name = defaultName): boolean {
  return !developmentNames.has(name)
}

/** Any other name gets production's precautions, so that a misspelt name does not lose them. */
const developmentNames: ReadonlySet<string> = new Set([
  'local',
  'development',
  'dev',
  'test',
  'testing',
  'ci',
])

/** Required in addition to `APP_ENV`, without which the environment would not be production. */
const requiredInProduction: Readonly<Record<Purpose, readonly string[]>> = {
  serving: ['SERVER_HOST', 'SERVER_PORT', 'DATABASE_URL'],
  working: ['DATABASE_URL'],
}

/** With several workers, any of them answers a request to the shared port, so a scrape would see only one worker. */
function needsMetricsPort({ metricsToken, metricsPort, workers }: Settings): boolean {
  return metricsToken !== undefined && metricsPort === undefined && workers > 1
}

const shortKey = `APP_KEY has fewer than ${leastKeyCharacters} characters, so it can be guessed: set it to what "key:generate" prints, and move the old one to APP_PREVIOUS_KEYS for as long as you need what it has sealed`

const metricsPortMissing = 'METRICS_PORT is missing; metrics need it with several SERVER_WORKERS'

function toBodyLimits(body: number | undefined, upload: number | undefined): BodyLimits {
  const bodyBytes = body ?? defaultBodyLimits.bodyBytes
  return limitsOf(bodyBytes, Math.max(bodyBytes, upload ?? 0))
}

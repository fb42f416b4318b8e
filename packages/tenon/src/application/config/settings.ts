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
  /** Whether production's precautions apply: for every name except those of development and tests. */
  readonly isProduction: boolean
  /** `SERVER_HOST`. Default `127.0.0.1`. */
  readonly host: string
  /** `SERVER_PORT`, or `PORT`, which platforms set; 0 picks a free port. Default 8080. */
  readonly port: number
  /** `SERVER_WORKERS`: the number of processes that serve; `auto` is one per processor. Default 1. */
  readonly workers: number
  /** `SERVER_DRAIN_SECONDS`: how long connections are accepted after SIGTERM. Default 0. */
  readonly drainMs: number
  /**
   * `SERVER_WORKER_TIMEOUT_SECONDS`: how long the event loop of one of several workers may be silent
   * before it is killed and replaced; 0 is never. Default 30.
   */
  readonly workerTimeoutMs: number
  /** `SERVER_REUSE_PORT`: whether independent processes share the port. Default `0`. */
  readonly reusePort: boolean
  /** `SERVER_ENGINE`: what reads requests from connections. Default `sockets`. */
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
  /** `MAIL_FALLBACK_URL`: the mail server while the first one is away. Default: none. */
  readonly mailFallbackUrl: string | undefined
  /** The origin of `APP_URL`: where the application is reached, for links in mails. Default: `toLocalOrigin()`. */
  readonly appUrl: string | undefined
  /** The path of `APP_URL`, such as `/app`, below which the application is reached. Default: none, which is empty. */
  readonly basePath: string
  /** `APP_KEY`, which seals and signs. Default: a random key; in production none. */
  readonly appKey: string | undefined
  /** The keys from `APP_KEY` and `APP_PREVIOUS_KEYS`; the previous ones still open what they sealed. */
  readonly keys: KeyRing | undefined
  /** `ASSET_VERSION`: replaces the version of the built files. */
  readonly assetVersion: string | undefined
  /** `TRUSTED_PROXIES`: addresses and ranges whose forwarded headers are trusted. Default: none. */
  readonly trustedProxies: TrustedProxies
  /**
   * `BODY_LIMIT`: the largest body. `UPLOAD_LIMIT`: the largest multipart body and file, at least as
   * large. Default 1 MiB each.
   */
  readonly bodyLimits: BodyLimits
  /** `METRICS_PORT`: a separate port for `/_app/metrics`. Default: none. */
  readonly metricsPort: number | undefined
  /** `WORK_PORT`: where processes that work answer probes and metrics. Default: `METRICS_PORT`. */
  readonly workPort: number | undefined
  /** `METRICS_TOKEN`: the bearer token for `/_app/metrics`; on its own, it also enables that path. */
  readonly metricsToken: string | undefined
  /** `LOG_LEVEL`. Default `info` in production, else `debug`. */
  readonly logLevel: LogThreshold
}

/**
 * Reads the settings from the process's environment and the files in the working folder.
 *
 * Throws `E_ENVIRONMENT`, which names every missing or invalid variable, or the file that cannot be
 * read, but never a value, which could be a secret.
 */
export function loadSettings(
  purpose: Purpose = 'serving',
  needed: readonly string[] = [],
): Settings {
  return toSettings(readEnvironment(process.env, process.cwd()), purpose, needed)
}

/** The purpose of the settings: only a process that serves needs to know where to listen. */
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
  if (purpose === 'serving' && needsMetricsPort(settings)) problems.add(metricsPortMissing)
  if (problems.size === 0) return settings
  throw new SetupError(
    'E_ENVIRONMENT',
    `The environment of ${name} is not complete: ${[...problems].join('; ')}. Nothing was started.`,
  )
}

/**
 * The spaces around a key are none of it: they were pasted along. Earlier versions took them for a part, so the keys with
 * them still open what those have sealed.
 */
function toKeyRing(key: string, previous: readonly string[]): KeyRing {
  const all = [key, ...previous]
  const [current = key, ...others] = new Set([...all.map((each) => each.trim()), ...all])
  return new KeyRing(current, others)
}

/** Lasts as long as this process: cookies from another process are not read. */
const developmentKey = randomUUID()

/** Whether production's precautions apply to an environment with this name. */
function isProductionName(name = defaultName): boolean {
  return !developmentNames.has(name)
}

/** Any other name gets production's precautions, so that a misspelt one does not lose them. */
const developmentNames: ReadonlySet<string> = new Set([
  'local',
  'development',
  'dev',
  'test',
  'testing',
  'ci',
])

/** In addition to `APP_ENV`, without which it would not be production. */
const requiredInProduction: Readonly<Record<Purpose, readonly string[]>> = {
  serving: ['SERVER_HOST', 'SERVER_PORT', 'DATABASE_URL'],
  working: ['DATABASE_URL'],
}

/** Requests to a shared port reach any one of the workers, and so would a scrape. */
function needsMetricsPort({ metricsToken, metricsPort, workers }: Settings): boolean {
  return metricsToken !== undefined && metricsPort === undefined && workers > 1
}

const metricsPortMissing = 'METRICS_PORT is missing; metrics need it with several SERVER_WORKERS'

function toBodyLimits(body: number | undefined, upload: number | undefined): BodyLimits {
  const bodyBytes = body ?? defaultBodyLimits.bodyBytes
  return limitsOf(bodyBytes, Math.max(bodyBytes, upload ?? 0))
}

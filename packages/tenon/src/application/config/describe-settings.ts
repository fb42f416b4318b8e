import { withoutPassword } from '../../data/database/database-url.ts'
import { type DatabaseUrls, toUrlVariable } from './database-urls.ts'
import { readEnvironment } from './environment.ts'
import type { Settings } from './settings.ts'

/** A variable as it may be shown to the developer, without secrets. */
export interface DescribedSetting {
  readonly variable: string
  /** `undefined` if it has no value. */
  readonly value: string | undefined
  /** Whether the environment sets it; otherwise the value is the default. */
  readonly isSet: boolean
}

/** Lists the settings and the URLs of named databases by variable, with the values of secrets replaced. */
export function describeSettings(
  settings: Settings,
  databaseUrls: DatabaseUrls,
): readonly DescribedSetting[] {
  const environment = readEnvironment(process.env, process.cwd())
  return Object.entries(toValues(settings, databaseUrls)).map(([variable, value]) => {
    const isSet = environment.has(variable)
    return { variable, value: secrets.has(variable) && isSet ? '(hidden)' : value, isSet }
  })
}

const secrets: ReadonlySet<string> = new Set([
  'APP_KEY',
  'APP_PREVIOUS_KEYS',
  'METRICS_TOKEN',
  'REDIS_URL',
  // Providers use a token as the name of the user, too.
  'MAIL_URL',
  'MAIL_FALLBACK_URL',
])

function toValues(
  settings: Settings,
  databaseUrls: DatabaseUrls,
): Readonly<Record<string, string | undefined>> {
  const { appUrl, basePath, replicaUrls } = settings
  const named = [...databaseUrls].map(([name, url]) => [toUrlVariable(name), withoutPassword(url)])
  return {
    APP_ENV: settings.environment,
    APP_URL: appUrl === undefined ? undefined : appUrl + basePath,
    SERVER_HOST: settings.host,
    SERVER_PORT: String(settings.port),
    SERVER_WORKERS: String(settings.workers),
    SERVER_DRAIN_SECONDS: String(settings.drainMs / 1000),
    SERVER_WORKER_TIMEOUT_SECONDS: String(settings.workerTimeoutMs / 1000),
    SERVER_REUSE_PORT: settings.reusePort ? '1' : '0',
    SERVER_ENGINE: settings.engine,
    DATABASE_URL: withoutPassword(settings.databaseUrl),
    DATABASE_REPLICA_URL: replicaUrls.map(withoutPassword).join(', ') || undefined,
    ...Object.fromEntries(named),
    REDIS_URL: undefined,
    STORAGE_URL: withoutPassword(settings.storageUrl),
    MAIL_URL: undefined,
    MAIL_FALLBACK_URL: undefined,
    APP_KEY: '(random for this process)',
    APP_PREVIOUS_KEYS: undefined,
    LOG_LEVEL: settings.logLevel,
    BODY_LIMIT: `${settings.bodyLimits.bodyBytes} bytes`,
    UPLOAD_LIMIT: `${settings.bodyLimits.uploadBytes} bytes`,
    TRUSTED_PROXIES: settings.trustedProxies.isEmpty ? 'none' : '(set)',
    ASSET_VERSION: settings.assetVersion,
    WORK_PORT: settings.workPort === undefined ? undefined : String(settings.workPort),
    METRICS_PORT: settings.metricsPort === undefined ? undefined : String(settings.metricsPort),
    METRICS_TOKEN: undefined,
  }
}

import { loadSettings, type Settings } from '../../application/config/settings.ts'
import { SetupError } from '../../base/support/setup-error.ts'

/** Reads the development settings. Throws `E_DEVELOPMENT_ENVIRONMENT` in production. */
export function loadDevelopmentSettings(): Settings {
  const settings = loadSettings()
  if (!settings.isProduction) return settings
  throw new SetupError(
    'E_DEVELOPMENT_ENVIRONMENT',
    `tenon dev shows source code to anyone who triggers an error, so it does not run with APP_ENV="${settings.environment}". Build the application instead: tenon build.`,
  )
}

/** The changed variables that need a restart, because a running process cannot apply them. */
export function findFixed(before: Settings, now: Settings): readonly string[] {
  return [...fixed].filter(([key]) => before[key] !== now[key]).map(([, variable]) => variable)
}

const fixed: ReadonlyMap<keyof Settings, string> = new Map([
  ['host', 'SERVER_HOST'],
  ['port', 'SERVER_PORT'],
  ['basePath', 'APP_URL'],
  ['appKey', 'APP_KEY'],
  ['databaseUrl', 'DATABASE_URL'],
  ['redisUrl', 'REDIS_URL'],
  ['storageUrl', 'STORAGE_URL'],
  ['logLevel', 'LOG_LEVEL'],
])

import { loadSettings, type Settings } from '../config/settings.ts'
import { SetupError } from '../support/setup-error.ts'

/** Reads the settings of development. Throws `E_DEVELOPMENT_ENVIRONMENT` where they are production's. */
export function loadDevelopmentSettings(): Settings {
  const settings = loadSettings()
  if (!settings.isProduction) return settings
  throw new SetupError(
    'E_DEVELOPMENT_ENVIRONMENT',
    `tenon dev shows the source to whoever meets an error, so it does not run with APP_ENV="${settings.environment}". Build the application instead: tenon build.`,
  )
}

/** The variables that differ between two settings and that a running process does not take over. */
export function findFixed(before: Settings, now: Settings): readonly string[] {
  return [...fixed].filter(([key]) => before[key] !== now[key]).map(([, variable]) => variable)
}

const fixed: ReadonlyMap<keyof Settings, string> = new Map([
  ['host', 'SERVER_HOST'],
  ['port', 'SERVER_PORT'],
  ['databaseUrl', 'DATABASE_URL'],
  ['logLevel', 'LOG_LEVEL'],
])

import { isThisMachine, toHost } from '../../base/support/values/url-host.ts'
import { hasPasskeys } from '../../identity/passkeys/site.ts'
import type { ApplicationOptions } from '../runtime/application-options.ts'
import type { Settings } from '../config/settings.ts'
import { isShortKey, leastKeyCharacters } from '../config/variables.ts'
import { error, warning, when, type Finding } from './finding.ts'

/** Checks the settings for values that a deployment should not have. */
export function checkEnvironment(
  settings: Settings,
  application: Pick<ApplicationOptions, 'cache' | 'models'> = {},
): readonly Finding[] {
  const { environment, isProduction, trustedProxies } = settings
  return [
    ...when(
      !isProduction,
      warning(
        'APP_ENV',
        `"${environment}" is a development environment: no variable is required, migrate:fresh needs no --force, and SIGUSR1 opens the inspector`,
        'Set APP_ENV=production on a public server.',
      ),
    ),
    ...checkKey(settings),
    ...when(
      isProduction && trustedProxies.isEmpty,
      warning(
        'TRUSTED_PROXIES',
        'No proxy is trusted: behind a proxy every client has its address, and https is not seen, so cookies lack Secure',
        'Set it to the addresses of your proxies, such as 127.0.0.1 or 10.0.0.0/8.',
      ),
    ),
    ...checkListening(settings),
    ...checkPasskeys(settings, application),
    ...checkProcesses(settings, application.cache?.store !== undefined),
  ]
}

const leastDifferentCharacters = 10

function checkKey({ appKey, isProduction }: Settings): readonly Finding[] {
  const remedy = 'Set it to what "key:generate" prints, the same for all replicas.'
  if (appKey === undefined) {
    return when(
      isProduction,
      error('APP_KEY', 'It is missing, so nothing can be signed: flash data fails', remedy),
    )
  }
  const isWeak = isShortKey(appKey) || new Set(appKey).size < leastDifferentCharacters
  const problem = `It can be guessed: it is shorter than ${leastKeyCharacters} characters, or repeats a few`
  return when(isWeak, error('APP_KEY', problem, remedy))
}

const everywhere: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]'])

function checkListening(settings: Settings): readonly Finding[] {
  const { host, metricsPort, metricsToken, isProduction } = settings
  const isExposed = everywhere.has(host)
  return [
    ...when(
      isExposed && isProduction,
      warning(
        'SERVER_HOST',
        `${host} listens on every network of this machine, without TLS`,
        'Set it to 127.0.0.1 or to the address that the proxy uses; in a container, publish the port to the proxy only.',
      ),
    ),
    ...when(
      isExposed && metricsPort !== undefined && metricsToken === undefined,
      warning(
        'METRICS_PORT',
        'Anyone who can reach the port can read the metrics',
        'Set METRICS_TOKEN, or keep the port behind a firewall.',
      ),
    ),
  ]
}

/** Checks that browsers offer passkeys at the address of the application, if its accounts have passkeys. */
function checkPasskeys(
  { appUrl, isProduction }: Settings,
  { models = {} }: Pick<ApplicationOptions, 'models'>,
): readonly Finding[] {
  const usesPasskeys = Object.values(models).some(
    ({ '~entity': { account } }) => account?.hasPasskeys === true,
  )
  if (!usesPasskeys) return []
  if (appUrl === undefined) {
    return when(
      isProduction,
      warning(
        'APP_URL',
        'It is missing, and passkeys are bound to it: each request for one fails',
        'Set it to the address of the application, such as https://example.com.',
      ),
    )
  }
  return when(
    !hasPasskeys(appUrl),
    warning(
      'APP_URL',
      `Passkeys do not work on ${appUrl}, so nobody can add one or log in with one`,
      'Set it to an address with https and a name instead of an IP address, or to http://localhost on a machine of your own.',
    ),
  )
}

function checkProcesses(
  { workers, reusePort, redisUrl }: Settings,
  hasOwnStore: boolean,
): readonly Finding[] {
  const isShared = (workers > 1 || reusePort) && !hasOwnStore
  return [
    ...when(
      isShared && redisUrl === undefined,
      warning(
        'REDIS_URL',
        'Several processes serve, each with a separate cache, locks and rate limits: a limit is multiplied by their number',
        'Set it to a Redis that they share.',
      ),
    ),
    ...when(
      isClearText(redisUrl),
      warning(
        'REDIS_URL',
        'Password and data are sent unencrypted',
        'Use rediss:// for a server on another machine.',
      ),
    ),
  ]
}

function isClearText(redisUrl: string | undefined): boolean {
  const url = redisUrl === undefined ? null : URL.parse(redisUrl)
  return url?.protocol === 'redis:' && !isThisMachine(toHost(url))
}

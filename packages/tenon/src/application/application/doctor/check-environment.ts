import type { Settings } from '../../config/settings.ts'
import { error, warning, when, type Finding } from './finding.ts'

/** What the settings say of themselves that a deployment should not. */
export function checkEnvironment(settings: Settings): readonly Finding[] {
  const { environment, isProduction, trustedProxies } = settings
  return [
    ...when(
      !isProduction,
      warning(
        'APP_ENV',
        `"${environment}" is a name of development: no variable is required, migrate:fresh needs no --force, and SIGUSR1 opens the inspector`,
        'Set APP_ENV=production where strangers come.',
      ),
    ),
    ...checkKey(settings),
    ...when(
      isProduction && trustedProxies.isEmpty,
      warning(
        'TRUSTED_PROXIES',
        'Nobody is trusted: behind a proxy every client has its address, and https is not seen, so cookies lack Secure',
        'Set it to the addresses of your proxies, such as 127.0.0.1 or 10.0.0.0/8.',
      ),
    ),
    ...checkListening(settings),
    ...checkProcesses(settings),
  ]
}

const createKey = `node -e "console.log(crypto.randomBytes(32).toString('base64'))"`
const leastKeyLength = 32
const leastKeyCharacters = 10

function checkKey({ appKey, isProduction }: Settings): readonly Finding[] {
  const remedy = `Set it to what this prints, the same for all replicas: ${createKey}`
  if (appKey === undefined) {
    return when(
      isProduction,
      error('APP_KEY', 'It is missing, so that nothing can be signed: flash data fails', remedy),
    )
  }
  const isWeak = appKey.length < leastKeyLength || new Set(appKey).size < leastKeyCharacters
  const problem = `It can be guessed: it is shorter than ${leastKeyLength} characters, or repeats few`
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
        'Whoever reaches the port reads the metrics',
        'Set METRICS_TOKEN, or keep the port behind a firewall.',
      ),
    ),
  ]
}

function checkProcesses({ workers, reusePort, redisUrl }: Settings): readonly Finding[] {
  const isShared = workers > 1 || reusePort
  return [
    ...when(
      isShared && redisUrl === undefined,
      warning(
        'REDIS_URL',
        'Several processes serve, and each has a cache, locks and rate limits of its own: a limit counts that many times',
        'Set it to a Redis that they share.',
      ),
    ),
    ...when(
      isClearText(redisUrl),
      warning(
        'REDIS_URL',
        'Password and data cross the network in the clear',
        'Use rediss:// for a server on another machine.',
      ),
    ),
  ]
}

function isClearText(redisUrl: string | undefined): boolean {
  const url = redisUrl === undefined ? null : URL.parse(redisUrl)
  return url?.protocol === 'redis:' && !isHere(url.hostname)
}

/** Whether a host of a URL is this machine. */
export function isHere(host: string): boolean {
  return host === '' || host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}

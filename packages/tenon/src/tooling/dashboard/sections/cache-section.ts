import type { Settings } from '../../../application/config/settings.ts'
import type { StoreState } from '../../../stores/cache/backend.ts'
import { describeRedisUrl, resolveRedisUrl } from '../../../stores/cache/redis/redis-url.ts'
import type { Store } from '../../../stores/cache/store.ts'
import { toBadge } from '../formats.ts'
import { markup, type Markup } from '../markup.ts'
import type { Section } from '../section.ts'
import { toFacts } from '../tables.ts'

/** Shows where cached values, locks and rate limits are kept. */
export function cacheSection(
  findStore: () => Store | undefined,
  settings: () => Settings,
): Section {
  return {
    name: 'cache',
    title: 'Cache',
    render() {
      const { kind = 'memory', state = 'memory' } = findStore() ?? {}
      const { redisUrl } = settings()
      const isRedis = kind === 'redis' && redisUrl !== undefined
      return markup`<h1>Cache, locks and rate limits</h1>
${toFacts([
  ['Kept in', places[kind]],
  ...(isRedis
    ? [['Server', markup`<code>${describeRedisUrl(resolveRedisUrl(redisUrl))}</code>`] as const]
    : []),
  ['State', states[state]],
  ['Shared', kind === 'memory' ? 'no: every process has its own' : 'by all processes'],
])}
<p class="hint">Empty the cache: <code>node main.ts cache:clear</code></p>`
    },
  }
}

const places: Readonly<Record<Store['kind'], string>> = {
  memory: 'the memory of this process',
  redis: 'Redis',
  custom: "the application's own store",
}

const states: Readonly<Record<StoreState, Markup>> = {
  memory: toBadge('ready', 'good'),
  connected: toBadge('connected', 'good'),
  full: toBadge('the server is full', 'bad'),
  away: toBadge('the server does not answer', 'bad'),
}

import type { Settings } from '../../../application/config/settings.ts'
import type { StoreState } from '../../../stores/cache/backend.ts'
import { describeRedisUrl, resolveRedisUrl } from '../../../stores/cache/redis/redis-url.ts'
import type { Store } from '../../../stores/cache/store.ts'
import { toBadge } from '../formats.ts'
import { markup, type Markup } from '../markup.ts'
import type { Section } from '../section.ts'
import { toFacts } from '../tables.ts'

export interface CacheSectionOptions {
  readonly store: Store
  readonly settings: () => Settings
}

/** Where cached values, locks and rate limits are kept. */
export function cacheSection({ store, settings }: CacheSectionOptions): Section {
  return {
    name: 'cache',
    title: 'Cache',
    render() {
      const { redisUrl } = settings()
      return markup`<h1>Cache, locks and rate limits</h1>
${toFacts([
  ['Kept in', redisUrl === undefined ? 'the memory of this process' : 'Redis'],
  ...(redisUrl === undefined
    ? []
    : [['Server', markup`<code>${describeRedisUrl(resolveRedisUrl(redisUrl))}</code>`] as const]),
  ['State', states[store.state]],
  ['Shared', redisUrl === undefined ? 'no: every process has its own' : 'by all processes'],
])}
<p class="hint">Empty the cache: <code>node main.ts cache:clear</code></p>`
    },
  }
}

const states: Readonly<Record<StoreState, Markup>> = {
  memory: toBadge('ready', 'good'),
  connected: toBadge('connected', 'good'),
  full: toBadge('the server is full', 'bad'),
  away: toBadge('the server does not answer', 'bad'),
}

import { cpSync, mkdirSync, mkdtempDisposableSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const workspace = join(import.meta.dirname, '../../../..')

export type Framework = 'react' | 'vue' | 'svelte'

/** How many messages the catalogue has; the page says ten of them. */
export const catalogueSize = 2000

/**
 * Writes an application in English, German and Arabic into the workspace, so that it finds the packages. It
 * has a page of each language, rendered on the server, and a mail.
 */
export function createApplication(framework: Framework): Disposable & { readonly path: string } {
  mkdirSync(join(workspace, '.tmp'), { recursive: true })
  const place = mkdtempDisposableSync(join(workspace, '.tmp/languages-'))
  if (framework !== 'react') {
    const fixture = join(workspace, 'packages/tenon/fixtures', framework)
    cpSync(fixture, place.path, { recursive: true })
    for (const folder of ['pages', 'mails']) {
      rmSync(join(place.path, 'resources', folder), { recursive: true })
    }
  }
  const files = {
    'package.json': '{ "type": "module" }',
    'main.ts': main,
    'app/words.ts': toCatalogue(),
    ...pages[framework],
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place.path, path)), { recursive: true })
    writeFileSync(join(place.path, path), text)
  }
  return { path: place.path, [Symbol.dispose]: () => place.remove() }
}

const main = `import { application, back, get, json, localized, page, post, routes } from 'tenon'
import { inLanguage } from 'tenon/languages/server'
import { mail } from 'tenon/mail'
import { language } from 'tenon/languages'
import { partial, tickets } from './app/words.ts'

const web = routes([
  localized([
    get('/tickets', () => page('Tickets', { count: 2 })).name('tickets.index'),
    get('/other', () => page('Other')).name('other'),
  ]),
  get('/moment', () => page('Moment', { at: '2026-11-23T23:30:00Z', now: '2026-11-24T01:45:00Z' })),
  get('/mail', async () => {
    const send = (language: 'de' | 'ar' | null) =>
      inLanguage(language, () => mail('Hello', { count: 2 }).to('ada@example.com').send())
    await Promise.all([send('de'), send('ar'), send(null)])
    return json({})
  }),
  get('/typed', () => page('Typed', { count: 2 })),
  post('/german', () => back().cookie('language', 'de')),
  get('/escaped', () => page('Escaped', { name: '<img src=x onerror=alert(1)>' })),
  get('/partial', () => json({ said: partial() })),
  get('/said', () => json({ language: language(), said: tickets({ count: 1 }) })),
])
await application({
  root: import.meta.dirname,
  routes: web,
  languages: ['en', 'de', 'ar'],
  mail: { from: 'tickets@example.com' },
  ssr: true,
}).run(process.argv.slice(2))
`

function toCatalogue(): string {
  const others = Array.from({ length: catalogueSize - 10 }, (_, i) => toWord(`other${i}`))
  const said = Array.from({ length: 9 }, (_, i) => toWord(`said${i}`))
  return `import { message } from 'tenon/languages'

export const tickets = message({
  en: '{count, plural, one {# ticket} other {# tickets}}',
  de: '{count, plural, one {# Ticket} other {# Tickets}} auf Deutsch',
  ar: '{count, plural, two {تذكرتان} other {# تذكرة}}',
})
export const greeting = message({ en: 'Hello {name}', de: 'Hallo {name}', ar: 'مرحبا {name}' })
// The compiler has not seen this file.
export const partial = message({ en: 'Only English' })
${[...said, ...others].join('\n')}
`
}

function toWord(name: string): string {
  return `export const ${name} = message({ en: 'English ${name}', de: 'Deutsch ${name}', ar: 'عربي ${name}' })`
}

const nine = Array.from({ length: 9 }, (_, i) => `said${i}`)
const words = `import { tickets, ${nine.join(', ')} } from '../../app/words.ts'`
const nineSaid = nine.map((name) => `${name}()`).join(" + ' ' + ")

const momentWords = `import { formatDate, formatMoney, formatRelativeTime } from 'tenon/languages'`
const moments =
  "[formatDate(at, { dateStyle: 'long', timeStyle: 'short' }), formatMoney('1299.90', 'EUR'), formatRelativeTime(at, { now })].join('|')"

/** A page in another language keeps its state. */
const toStart = (
  adapter: string,
  door: string,
): string => `import { createInertiaApp, http, router } from '@inertiajs/${adapter}'
      import { bootstrap } from 'tenon/client'
      import { followLanguage } from 'tenon/${door}'
      import { resolve } from './resolve.ts'
      followLanguage()
      await createInertiaApp({ ...bootstrap({ http, router }), resolve })`

const pages: Readonly<Record<Framework, Readonly<Record<string, string>>>> = {
  react: {
    'resources/options.ts': `export const options = { pages: import.meta.glob('./pages/**/*.tsx') }`,
    'resources/app.tsx': `import { start } from 'tenon/react'
      import { options } from './options.ts'
      await start(options)`,
    'resources/ssr.tsx': `import { renderer } from 'tenon/react'
      import { options } from './options.ts'
      export default renderer(options)`,
    'resources/pages/Tickets.tsx': `${words}
      import { useEffect } from 'react'
      import { Link, route } from 'tenon/react'
      export default function Tickets({ count }: { count: number }) {
        useEffect(() => { document.documentElement.dataset.mounted = '' }, [])
        return <main><h1>{tickets({ count })}</h1><p>{${nineSaid}}</p><Link href={route('other')}>to</Link></main>
      }`,
    'resources/mails/Hello.tsx': `import { tickets } from '../../app/words.ts'
      import { route } from 'tenon/client'
      export const subject = ({ count }: { count: number }) => tickets({ count })
      export default ({ count }: { count: number }) => <p>{tickets({ count })} <a href={route('tickets.index')}>to</a></p>`,
    'resources/pages/Moment.tsx': `${momentWords}
      import { useEffect } from 'react'
      export default function Moment({ at, now }: { at: string; now: string }) {
        useEffect(() => { document.documentElement.dataset.mounted = '' }, [])
        return <p id="moments">{${moments}}</p>
      }`,
    'resources/pages/Escaped.tsx': `import { greeting, partial } from '../../app/words.ts'
      export default ({ name }: { name: string }) => <><h1>{greeting({ name })}</h1><p title={greeting({ name })}>{partial()}</p></>`,
    'resources/pages/Typed.tsx': `import { tickets } from '../../app/words.ts'
      import { useEffect } from 'react'
      import { router } from 'tenon/react'
      export default function Typed({ count }: { count: number }) {
        useEffect(() => { document.documentElement.dataset.mounted = '' }, [])
        return <><h1>{tickets({ count })}</h1><input /><button onClick={() => router.post('/german', {}, { preserveState: true })}>Deutsch</button></>
      }`,
    'resources/pages/Other.tsx': `import { other7 } from '../../app/words.ts'
      export default () => <h1>{other7()}</h1>`,
  },
  vue: {
    'resources/pages/Tickets.vue': `<script setup lang="ts">
      ${words}
      import { onMounted } from 'vue'
      import { Link } from '@inertiajs/vue3'
      import { route } from 'tenon/client'
      defineProps<{ count: number }>()
      onMounted(() => { document.documentElement.dataset.mounted = '' })
      </script>
      <template><main><h1>{{ tickets({ count }) }}</h1><p>{{ ${nineSaid} }}</p><Link :href="route('other')">to</Link></main></template>`,
    'resources/pages/Moment.vue': `<script setup lang="ts">
      ${momentWords}
      import { onMounted } from 'vue'
      defineProps<{ at: string; now: string }>()
      onMounted(() => { document.documentElement.dataset.mounted = '' })
      </script>
      <template><p id="moments">{{ ${moments} }}</p></template>`,
    'resources/app.ts': toStart('vue3', 'vue'),
    'resources/pages/Escaped.vue': `<script setup lang="ts">
      import { greeting, partial } from '../../app/words.ts'
      defineProps<{ name: string }>()
      </script>
      <template><h1>{{ greeting({ name }) }}</h1><p :title="greeting({ name })">{{ partial() }}</p></template>`,
    'resources/pages/Typed.vue': `<script setup lang="ts">
      import { tickets } from '../../app/words.ts'
      import { onMounted } from 'vue'
      import { router } from '@inertiajs/vue3'
      defineProps<{ count: number }>()
      const switchLanguage = () => router.post('/german', {}, { preserveState: true })
      onMounted(() => { document.documentElement.dataset.mounted = '' })
      </script>
      <template><h1>{{ tickets({ count }) }}</h1><input /><button @click="switchLanguage">Deutsch</button></template>`,
    'resources/pages/Other.vue': `<script setup lang="ts">import { other7 } from '../../app/words.ts'</script>
      <template><h1>{{ other7() }}</h1></template>`,
  },
  svelte: {
    'resources/pages/Tickets.svelte': `<script lang="ts">
      ${words}
      import { onMount } from 'svelte'
      import { inertia } from '@inertiajs/svelte'
      import { route } from 'tenon/client'
      let { count }: { count: number } = $props()
      onMount(() => { document.documentElement.dataset.mounted = '' })
      </script>
      <main><h1>{tickets({ count })}</h1><p>{${nineSaid}}</p><a href={route('other')} use:inertia>to</a></main>`,
    'resources/pages/Moment.svelte': `<script lang="ts">
      ${momentWords}
      import { onMount } from 'svelte'
      let { at, now }: { at: string; now: string } = $props()
      onMount(() => { document.documentElement.dataset.mounted = '' })
      </script>
      <p id="moments">{${moments}}</p>`,
    'resources/app.ts': toStart('svelte', 'svelte'),
    'resources/pages/Escaped.svelte': `<script lang="ts">
      import { greeting, partial } from '../../app/words.ts'
      let { name }: { name: string } = $props()
      </script>
      <h1>{greeting({ name })}</h1><p title={greeting({ name })}>{partial()}</p>`,
    'resources/pages/Typed.svelte': `<script lang="ts">
      import { tickets } from '../../app/words.ts'
      import { onMount } from 'svelte'
      import { router } from '@inertiajs/svelte'
      let { count }: { count: number } = $props()
      const switchLanguage = () => router.post('/german', {}, { preserveState: true })
      onMount(() => { document.documentElement.dataset.mounted = '' })
      </script>
      <h1>{tickets({ count })}</h1><input /><button onclick={switchLanguage}>Deutsch</button>`,
    'resources/pages/Other.svelte': `<script lang="ts">import { other7 } from '../../app/words.ts'</script>
      <h1>{other7()}</h1>`,
  },
}

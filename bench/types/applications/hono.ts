import type { Application } from '../application.ts'

/** Handlers chained to their paths and an `hc` client, as in Hono's guide to RPC. */
export const hono: Application = {
  name: 'Hono',
  packages: ['hono', '@hono/zod-validator', 'zod'],
  compilerOptions: { lib: ['es2024', 'dom', 'dom.iterable'] },
  toFiles: (resources) => ({
    'server/app.ts': toApp(resources),
    'client/client.ts': `
import { hc } from 'hono/client'
import type { App } from '../server/app.ts'

export const client = hc<App>('http://localhost')
`,
    ...Object.fromEntries(resources.map((name) => [`server/${name}.ts`, toServer(name)])),
    ...Object.fromEntries(resources.map((name) => [`client/${name}.ts`, toClient(name)])),
  }),
  mistakes: {
    'a call to a removed route': `
      import { client } from './client/client.ts'
      export const mistake = client.thingaa.gone.$get()`,
    'a missing URL parameter': `
      import { client } from './client/client.ts'
      export const mistake = client.thingaa[':id'].$get()`,
    'text for a numeric parameter': `
      import { client } from './client/client.ts'
      export const mistake = client.thingaa[':id'].$get({ param: { id: 'first' } })`,
    'reading a parameter that the path does not define': `
      import { Hono } from 'hono'
      export const mistake = new Hono().get('/:id', (context) => context.text(context.req.param('key')))`,
    'a form field of the wrong type': `
      import { client } from './client/client.ts'
      export const mistake = client.thingaa.$post({ json: { title: 1, done: false } })`,
    'a missing form field': `
      import { client } from './client/client.ts'
      export const mistake = client.thingaa.$post({ json: { title: 'First' } })`,
    'a removed response field': `
      import { client } from './client/client.ts'
      export const mistake = async () =>
        (await (await client.thingaa[':id'].$get({ param: { id: '1' } })).json()).gone`,
    'a redirect to a removed route': `
      import { Hono } from 'hono'
      export const mistake = new Hono().get('/', (context) => context.redirect('/thingaa/gone'))`,
  },
}

function toApp(resources: readonly string[]): string {
  return `
import { Hono } from 'hono'
${resources.map((name) => `import { ${name} } from './${name}.ts'`).join('\n')}

const app = new Hono()
${resources.map((name) => `  .route('/${name}', ${name})`).join('\n')}

export type App = typeof app
`
}

function toServer(name: string): string {
  return `
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'

const Item = z.object({ title: z.string().min(1), done: z.boolean() })
const Comment = z.object({ text: z.string().min(1) })

export const ${name} = new Hono()
  .get('/', (context) => context.json({ items: [{ id: 1, title: 'First', done: false }] }))
  .get('/:id', (context) => context.json({ id: Number(context.req.param('id')), title: 'First', done: false }))
  .post('/', zValidator('json', Item), (context) =>
    context.redirect(\`/${name}/\${context.req.valid('json').title.length}\`, 303))
  .put('/:id', zValidator('json', Item), (context) =>
    context.redirect(context.req.valid('json').done ? '/${name}' : \`/${name}/\${context.req.param('id')}\`, 303))
  .delete('/:id', (context) => context.redirect(\`/${name}/\${context.req.param('id')}\`, 303))
  .get('/:id/comments', (context) => context.json({ id: Number(context.req.param('id')), items: [{ id: 1, text: 'Yes' }] }))
  .get('/:id/comments/:comment', (context) =>
    context.json({ id: Number(context.req.param('id')), comment: Number(context.req.param('comment')), text: 'Yes' }))
  .post('/:id/comments', zValidator('json', Comment), (context) =>
    context.redirect(\`/${name}/\${context.req.param('id')}/comments/\${context.req.valid('json').text.length}\`, 303))
  .put('/:id/comments/:comment', zValidator('json', Comment), (context) =>
    context.redirect(\`/${name}/\${context.req.param('id')}/comments/\${context.req.param('comment')}\`, 303))
  .delete('/:id/comments/:comment', (context) =>
    context.redirect(\`/${name}/\${context.req.param('id')}/comments\`, 303))
`
}

function toClient(name: string): string {
  return `
import { client } from './client.ts'

export async function index() {
  const { items } = await (await client.${name}.$get()).json()
  return items.map(({ id, title }) => [client.${name}[':id'].$url({ param: { id: String(id) } }), title])
}

export async function show(id: string) {
  const { title, done } = await (await client.${name}[':id'].$get({ param: { id } })).json()
  return client.${name}[':id'].$put({ param: { id }, json: { title, done } })
}

export async function comments(id: string) {
  const { items } = await (await client.${name}[':id'].comments.$get({ param: { id } })).json()
  const text = items.map(({ text }) => text).join()
  return client.${name}[':id'].comments.$post({ param: { id }, json: { text } })
}

export async function comment(id: string, comment: string) {
  const param = { id, comment }
  const { text } = await (await client.${name}[':id'].comments[':comment'].$get({ param })).json()
  return [client.${name}[':id'].comments[':comment'].$url({ param }), text]
}
`
}

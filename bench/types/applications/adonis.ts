import type { Application, Files } from '../application.ts'

/** Controllers, VineJS validators and the Tuyau client, whose types `node ace codegen` writes. */
export const adonis: Application = {
  name: 'AdonisJS',
  packages: ['@adonisjs/core', '@tuyau/core', '@vinejs/vine'],
  compilerOptions: { lib: ['es2024', 'dom', 'dom.iterable'] },
  toFiles: (resources) => ({
    'package.json': manifest,
    'adonisrc.ts': adonisrc,
    'bin/console.ts': terminal,
    'config/app.ts': `
import { defineConfig } from '@adonisjs/core/http'

export const http = defineConfig({})
`,
    'config/encryption.ts': `
import { defineConfig, drivers } from '@adonisjs/core/encryption'

const keys = ['a key of the comparison, 32 bytes']
export default defineConfig({ default: 'main', list: { main: drivers.chacha20({ id: 'main', keys }) } })
`,
    'config/hash.ts': `
import { defineConfig, drivers } from '@adonisjs/core/hash'

export default defineConfig({ default: 'scrypt', list: { scrypt: drivers.scrypt({}) } })
`,
    'config/logger.ts': `
import { defineConfig } from '@adonisjs/core/logger'

export default defineConfig({ default: 'app', loggers: { app: { enabled: false } } })
`,
    'start/routes.ts': toRoutes(resources),
    'client/client.ts': `
import { createTuyau } from '@tuyau/core/client'
import { registry } from '../.adonisjs/client/registry/index.ts'

export const client = createTuyau({ baseUrl: 'http://localhost', registry })
`,
    ...Object.assign({}, ...resources.map(toResource)),
  }),
  generate: {
    name: 'node ace codegen',
    args: ['bin/console.ts', 'codegen'],
    folders: ['.adonisjs'],
  },
  mistakes: {
    'a call to a removed route': `
      import { client } from './client/client.ts'
      export const mistake = client.api.thingaa.gone({})`,
    'a missing URL parameter': `
      import { client } from './client/client.ts'
      export const mistake = client.urlFor('thingaa.show')`,
    'text for a numeric parameter': `
      import { client } from './client/client.ts'
      export const mistake = client.urlFor('thingaa.show', { id: 'first' })`,
    'reading a parameter that the path does not define': `
      import type { HttpContext } from '@adonisjs/core/http'
      export const mistake = ({ params }: HttpContext) => String(params.key)`,
    'a form field of the wrong type': `
      import { client } from './client/client.ts'
      export const mistake = client.api.thingaa.store({ body: { title: [], done: false } })`,
    'a missing form field': `
      import { client } from './client/client.ts'
      export const mistake = client.api.thingaa.store({ body: { title: 'First' } })`,
    'a removed response field': `
      import { client } from './client/client.ts'
      export const mistake = async () => (await client.api.thingaa.show({ params: { id: 1 } })).gone`,
    'a redirect to a removed route': `
      import type { HttpContext } from '@adonisjs/core/http'
      export const mistake = ({ response }: HttpContext) => response.redirect().toRoute('thingaa.gone')`,
  },
}

const manifest = JSON.stringify({
  private: true,
  type: 'module',
  imports: {
    '#controllers/*': './app/controllers/*.ts',
    '#validators/*': './app/validators/*.ts',
    '#generated/*': './.adonisjs/server/*.ts',
    '#start/*': './start/*.ts',
  },
})

const adonisrc = `
import { indexEntities } from '@adonisjs/core'
import { defineConfig } from '@adonisjs/core/app'
import { generateRegistry } from '@tuyau/core/hooks'

export default defineConfig({
  commands: [() => import('@adonisjs/core/commands')],
  providers: [
    () => import('@adonisjs/core/providers/app_provider'),
    () => import('@adonisjs/core/providers/hash_provider'),
    () => import('@adonisjs/core/providers/vinejs_provider'),
  ],
  preloads: [() => import('#start/routes')],
  hooks: { init: [indexEntities(), generateRegistry()] },
})
`

// AdonisJS itself looks for `adonisrc.js` and leaves TypeScript to a loader of its starter kits.
const terminal = `
import { Ignitor } from '@adonisjs/core'
import adonisrc from '../adonisrc.ts'

const root = new URL('../', import.meta.url)
const importer = (path: string) => import(path.startsWith('.') ? new URL(path, root).href : path)
await new Ignitor(root, { importer })
  .tap((app) => app.rcContents(adonisrc))
  .ace()
  .handle(process.argv.slice(2))
`

function toRoutes(resources: readonly string[]): string {
  return `
import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
${resources
  .map(
    (name) => `
router.resource('${name}', controllers.${toClass(name)}).apiOnly()
router.resource('${name}.comments', controllers.${toClass(name)}Comments).apiOnly().params({ ${name}: 'id', comments: 'comment' })`,
  )
  .join('')}
`
}

function toResource(name: string): Files {
  return {
    [`app/validators/${name}.ts`]: `
import vine from '@vinejs/vine'

export const itemValidator = vine.create({ title: vine.string().minLength(1), done: vine.boolean() })
export const commentValidator = vine.create({ text: vine.string().minLength(1) })
`,
    [`app/controllers/${name}_controller.ts`]: `
import type { HttpContext } from '@adonisjs/core/http'
import { itemValidator } from '#validators/${name}'

export default class ${toClass(name)}Controller {
  async index() {
    return { items: [{ id: 1, title: 'First', done: false }] }
  }

  async show({ params }: HttpContext) {
    return { id: Number(params.id), title: 'First', done: false }
  }

  async store({ request, response }: HttpContext) {
    const { title } = await request.validateUsing(itemValidator)
    return response.redirect().toRoute('${name}.show', [title.length])
  }

  async update({ params, request, response }: HttpContext) {
    const { done } = await request.validateUsing(itemValidator)
    if (done) return response.redirect().toRoute('${name}.index')
    return response.redirect().toRoute('${name}.show', [params.id])
  }

  async destroy({ params, response }: HttpContext) {
    return response.redirect().toRoute('${name}.show', [params.id])
  }
}
`,
    [`app/controllers/${name}_comments_controller.ts`]: `
import type { HttpContext } from '@adonisjs/core/http'
import { commentValidator } from '#validators/${name}'

export default class ${toClass(name)}CommentsController {
  async index({ params }: HttpContext) {
    return { id: Number(params.id), items: [{ id: 1, text: 'Yes' }] }
  }

  async show({ params }: HttpContext) {
    return { id: Number(params.id), comment: Number(params.comment), text: 'Yes' }
  }

  async store({ params, request, response }: HttpContext) {
    const { text } = await request.validateUsing(commentValidator)
    return response.redirect().toRoute('${name}.comments.show', [params.id, text.length])
  }

  async update({ params, request, response }: HttpContext) {
    await request.validateUsing(commentValidator)
    return response.redirect().toRoute('${name}.comments.show', [params.id, params.comment])
  }

  async destroy({ params, response }: HttpContext) {
    return response.redirect().toRoute('${name}.comments.index', [params.id])
  }
}
`,
    [`client/${name}.ts`]: `
import { client } from './client.ts'

export async function index() {
  const { items } = await client.api.${name}.index({})
  return items.map(({ id, title }) => [client.urlFor('${name}.show', { id }), title])
}

export async function show(id: number) {
  const { title, done } = await client.api.${name}.show({ params: { id } })
  return client.api.${name}.update({ params: { id }, body: { title, done } })
}

export async function comments(id: number) {
  const { items } = await client.api.${name}.comments.index({ params: { id } })
  const text = items.map(({ text }) => text).join()
  return client.api.${name}.comments.store({ params: { id }, body: { text } })
}

export async function comment(id: number, comment: number) {
  const params = { id, comment }
  const { text } = await client.api.${name}.comments.show({ params })
  return [client.urlFor('${name}.comments.show', params), text]
}
`,
  }
}

function toClass(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

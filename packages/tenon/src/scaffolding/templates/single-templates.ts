import { fit } from './fit.ts'
import { toCamel, type Names } from './names.ts'

/** `database/seeders/users.ts` */
export const seederText = `export default async (): Promise<void> => {
  // Write it so that it can run again, for example with upsert().
}
`

/** `tests/posts.test.ts` of `make test`. */
export function testText(words: readonly string[]): string {
  return `import { describe, it } from 'node:test'
import { testApp } from 'tenon/testing'

describe('${words.join(' ')}', () => {
  it('has an application that is up', async () => {
    await using app = await testApp()

    const response = await app.get('/_app/health')

    response.assertStatus(200)
  })
})
`
}

/** `app/tasks/prune-posts.ts` */
export function taskText(words: readonly string[]): string {
  return `import { task } from 'tenon/schedule'

export const ${toCamel(words)} = task('${words.join('-')}')
  .daily()
  .run(async () => {
    // The work of one run.
  })
`
}

/** `app/jobs/send-invoice.ts` */
export function jobText(words: readonly string[]): string {
  const [name, kebab, schema] = [toCamel(words), words.join('-'), 'z.object({ id: z.number() })']
  const declared = fit(
    `export const ${name} = job('${kebab}', ${schema}).run(async ({ id }) => {`,
    `export const ${name} = job(\n  '${kebab}',\n  ${schema},\n).run(async ({ id }) => {`,
  )
  return `import { job } from 'tenon/jobs'
import { z } from 'zod'

${declared}
  // The work of one job, which may run again if its process dies.
  void id
})
`
}

/** `tests/send-invoice.test.ts` of `make job`. */
export function jobTestText(words: readonly string[]): string {
  const name = toCamel(words)
  return `import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from 'tenon/testing'
import { ${name} } from '../app/jobs/${words.join('-')}.ts'

describe('${words.join(' ')}', () => {
  it('runs', async () => {
    await using app = await testApp()

    await ${name}.dispatch({ id: 1 })
    const [outcome] = await app.runJobs()

    assert.equal(outcome?.state, 'ok')
  })
})
`
}

/** `app/channels/post-channel.ts`: for each record of a model, or one for all. */
export function channelText(
  { model, file, path, singular, plural }: Names,
  { isModel, hasUsers }: ChannelSubject,
): string {
  const url = isModel ? `/${path}/{${singular}}/channel` : `/${file}/channel`
  const bindings = [
    ...(isModel ? [`${singular}: ${model}`] : []),
    ...(hasUsers ? ['user: auth.user'] : []),
  ]
  const bound = bindings.length === 0 ? '{}' : `{ ${bindings.join(', ')} }`
  const keys = isModel ? `{ ${singular} }` : '{}'
  const start = `export const ${singular}Channel = channel('${file}', ${bound})`
  const schema = 'z.object({ text: z.string() })'
  const declared = hasUsers
    ? `${start}\n  .messages(${schema})\n  .presence(({ user }) => ({ id: user.id }))`
    : fit(`${start}.messages(${schema})`, `${start}.messages(\n  ${schema},\n)`)
  return `import { channel } from 'tenon/pages'
import { z } from 'zod'
${hasUsers ? `import { auth } from '../auth.ts'\n` : ''}${isModel ? `import { ${model} } from '../models/${file}.ts'\n` : ''}
/**
 * Its route decides who may follow it: get('${url}', ${singular}Channel).name('${plural}.channel')
 * To tell those who do: await ${singular}Channel.publish(${keys}, { text: 'Hello' })
 */
${declared}
`
}

interface ChannelSubject {
  readonly isModel: boolean
  readonly hasUsers: boolean
}

/** `app/commands/posts-publish.ts` */
export function commandText(name: string, words: readonly string[]): string {
  return `import { command } from 'tenon'

export const ${toCamel(words)} = command('${name}', { summary: 'Says what it does' }).run(
  async ({ print }) => {
    print('Done')
  },
)
`
}

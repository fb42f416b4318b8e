import { fit, fits } from './fit.ts'
import type { Names } from './names.ts'

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
export function taskText(variable: string, words: readonly string[]): string {
  return `import { task } from 'tenon/schedule'

export const ${variable} = task('${words.join('-')}')
  .daily()
  .run(async () => {
    // The work of one run.
  })
`
}

/** `app/jobs/send-invoice.ts` */
export function jobText(variable: string, words: readonly string[]): string {
  return `import { job } from 'tenon/jobs'
import { z } from 'zod'

${declareJob(variable, `'${words.join('-')}'`, 'z.object({ id: z.number() })')}
`
}

/** Formatters break it after `run(`, and between the arguments if that is not enough. */
function declareJob(variable: string, name: string, schema: string): string {
  const [comment, work] = [
    '// The work of one job, which may run again if its process dies.',
    'void id',
  ]
  const start = `export const ${variable} = job(${name}, ${schema}).run(`
  const run = 'async ({ id }) => {'
  if (fits(start + run)) return `${start}${run}\n  ${comment}\n  ${work}\n})`
  if (fits(start)) return `${start}\n  ${run}\n    ${comment}\n    ${work}\n  },\n)`
  return `export const ${variable} = job(
  ${name},
  ${schema},
).run(${run}
  ${comment}
  ${work}
})`
}

/** `tests/send-invoice.test.ts` of `make job`. */
export function jobTestText(variable: string, words: readonly string[]): string {
  return `import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from 'tenon/testing'
import { ${variable} } from '../app/jobs/${words.join('-')}.ts'

describe('${words.join(' ')}', () => {
  it('runs', async () => {
    await using app = await testApp()

    await ${variable}.dispatch({ id: 1 })
    const [outcome] = await app.runJobs()

    assert.ifError(outcome?.error)
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
export function commandText(variable: string, name: string): string {
  return `import { command } from 'tenon'

export const ${variable} = command('${name}', {
  summary: 'Says what it does',
}).run(async ({ print }) => {
  print('Done')
})
`
}

import { fit } from './fit.ts'
import { toCamel } from './names.ts'

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

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tidyPage } from './write-reference.ts'

describe('a page of the reference', () => {
  it('is named like the import, and links to other doors', () => {
    assert.equal(
      tidyPage('database', '# database\n\n[Reply](index.md#reply)\n'),
      '# tenon/database\n\n[Reply](tenon.md#reply)\n',
    )
    assert.equal(tidyPage('auth-passkeys', '# auth-passkeys\n'), '# tenon/auth/passkeys\n')
  })

  it('does not repeat what the signature says', () => {
    const page =
      '### del()\n\n```ts\nfunction del(path: string): Route;\n```\n\nDeclares a DELETE route.\n\n' +
      '#### Parameters\n\n| Parameter |\n| --- |\n| `path` |\n\n#### Returns\n\n`Route`\n\n***\n\n### get()\n'

    assert.equal(
      tidyPage('tenon', page),
      '### del()\n\n```ts\nfunction del(path: string): Route;\n```\n\nDeclares a DELETE route.\n\n### get()\n',
    )
  })
})

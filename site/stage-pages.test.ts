import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { root } from '../scripts/command.ts'
import { toSitePage, toSitePath } from './stage-pages.ts'

describe('a page of the site', () => {
  it('has a place of its own, also from outside docs/', () => {
    assert.equal(toSitePath('docs/guide/routing.md'), 'guide/routing.md')
    assert.equal(toSitePath('docs/decisions/README.md'), 'decisions/index.md')
    assert.equal(toSitePath('SECURITY.md'), 'project/security.md')
  })

  it('links to pages of the site, and to the repository for any other file', () => {
    const page =
      '[a](routing.md#names) [b](../../SECURITY.md) [c](../../deploy/Dockerfile) ' +
      '[d](../../deploy/systemd) [e](https://example.com) [f](#here)'

    assert.equal(
      toSitePage(root, 'docs/guide/deployment.md', page),
      '[a](./routing.md#names) [b](../project/security.md) ' +
        '[c](https://github.com/tenon-framework/tenon/blob/main/deploy/Dockerfile) ' +
        '[d](https://github.com/tenon-framework/tenon/tree/main/deploy/systemd) ' +
        '[e](https://example.com) [f](#here)',
    )
  })

  it('shows its blocks without the marks of our checks', () => {
    assert.equal(
      toSitePage(root, 'docs/README.md', '```ts run\na\n```\n\n```sh\nb\n```\n'),
      '```ts\na\n```\n\n```sh\nb\n```\n',
    )
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toHead } from './page-head.ts'
import { toRepositoryPath } from './stage-pages.ts'

const page = {
  title: 'Routing',
  description: 'Patterns and names.',
  relativePath: 'guide/routing.md',
}

describe('the head of a page of the site', () => {
  it('has title and description for those who show a link to it', () => {
    assert.deepEqual(toHead(page, undefined).slice(-2), [
      ['meta', { property: 'og:title', content: 'Routing' }],
      ['meta', { property: 'og:description', content: 'Patterns and names.' }],
    ])
  })

  it('names the address of the page, if it is known where the site is served', () => {
    const canonical = (relativePath: string) =>
      toHead({ ...page, relativePath }, 'https://tenon.example').at(-1)

    assert.deepEqual(canonical('guide/routing.md'), [
      'link',
      { rel: 'canonical', href: 'https://tenon.example/guide/routing' },
    ])
    assert.deepEqual(canonical('index.md'), [
      'link',
      { rel: 'canonical', href: 'https://tenon.example/' },
    ])
  })
})

describe('the link that corrects a page', () => {
  it('leads to the file in the repository', () => {
    const files = [
      'index.md',
      'contents.md',
      'tutorial/index.md',
      'guide/routing.md',
      'project/architecture.md',
    ]

    assert.deepEqual(files.map(toRepositoryPath), [
      'site/home.md',
      'docs/README.md',
      'docs/tutorial/README.md',
      'docs/guide/routing.md',
      'ARCHITECTURE.md',
    ])
  })
})

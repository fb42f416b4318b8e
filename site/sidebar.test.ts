import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSidebar } from './sidebar.ts'

describe('the sidebar', () => {
  it('has a section per heading and per group, in the order of the index', () => {
    const index =
      '# Documentation\n\n## Guide\n\n**Web**\n\n- [Routing](guide/routing.md): patterns\n\n' +
      '## Project\n\n- [Decisions](./decisions/index.md)\n- [License](./a.md), [security](./b.md)\n'

    assert.deepEqual(readSidebar(index), [
      {
        text: 'Web',
        items: [{ text: 'Routing', link: '/guide/routing', description: 'patterns' }],
      },
      {
        text: 'Project',
        items: [
          { text: 'Decisions', link: '/decisions/', description: '' },
          { text: 'License', link: '/a', description: '' },
          { text: 'Security', link: '/b', description: '' },
        ],
      },
    ])
  })
})

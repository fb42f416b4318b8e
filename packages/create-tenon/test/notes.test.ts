import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { packTemplate } from '../pack/pack-template.ts'
import { templates } from '../pack/templates.ts'

describe('README.md and AGENTS.md of a new application', () => {
  for (const { name, layers } of templates) {
    it(`are whole, and name only its own UI library: ${name}`, () => {
      using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))
      packTemplate(name, place.path)
      const [readme, agents] = ['README.md', 'AGENTS.md'].map((file) =>
        readFileSync(join(place.path, file), 'utf8'),
      )

      const own = layers.find((layer) => layer === 'vue' || layer === 'svelte') ?? 'react'
      const named = [...(agents ?? '').matchAll(/tenon\/(react|vue|svelte)/g)].map(
        ([, each]) => each,
      )
      assert.deepEqual(named, name.startsWith('api') ? [] : [own])
      assert.doesNotMatch(readme ?? '', /[^\n]\n#/)
      assert.doesNotMatch(agents ?? '', /[^\n]\n#/)
      // Each item of a list ends with a sentence.
      assert.doesNotMatch(agents ?? '', /[^.:\n]\n- /)
    })
  }
})

import assert from 'node:assert/strict'
import { globSync, mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import { packTemplate } from '../pack/pack-template.ts'
import { templates } from '../pack/templates.ts'
import { workspace } from './scaffold.ts'

// That these commands send mail is tested where the files of `deploy` are started.
describe('what runs jobs, mails and scheduled tasks in production', () => {
  for (const { name } of templates) {
    it(`is in the README and the files of a new application: ${name}`, () => {
      using place = mkdtempDisposableSync(join(tmpdir(), 'tenon-worker-'))
      packTemplate(name, place.path)
      const read = (path: string) => readFileSync(join(place.path, path), 'utf8')

      assert.match(read('README.md'), /`node build\/main\.js work`[^\n]*mails[^\n]*`deploy\/`/)
      assert.match(read('Dockerfile'), /docker run … work/)
      assert.match(read('deploy/systemd/app-work.service'), /^ExecStart=.* main\.js work$/m)
      assert.match(
        read('deploy/compose/compose.yaml'),
        /^ {2}work:\n(?: {4}.*\n)* {4}command: \[work\]/m,
      )
    })
  }

  const pages = globSync('docs/platforms/*.md', { cwd: workspace })
  for (const page of pages) {
    it(`is on the page of the platform: ${basename(page)}`, () => {
      const text = readFileSync(join(workspace, page), 'utf8')

      const told = text.split('\n').filter((line) => /\bmails?\b/.test(line))
      assert.match(told.join('\n'), /\b(?:app-work|work|worker|works)\b/)
    })
  }
})

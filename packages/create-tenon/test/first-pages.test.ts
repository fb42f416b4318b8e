import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { before, describe, it } from 'node:test'
import { toDocSteps, type DocStep } from '../../../scripts/doc-steps.ts'
import { buildScaffolder, runScript, scaffoldInstalled, workspace } from './scaffold.ts'

describe('a new application without the todo list', { timeout: 480_000 }, () => {
  before(buildScaffolder)

  for (const page of ['docs/guide/getting-started.md', 'docs/tutorial/README.md']) {
    it(`becomes the one of ${page}, which passes its tests and its check`, () => {
      using place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))
      const app = scaffoldInstalled(place.path, 'react-empty')
      const markdown = readFileSync(join(workspace, page), 'utf8')

      assert.ok(markdown.includes('rm -r resources tests'))
      for (const folder of ['resources', 'tests']) rmSync(join(app, folder), { recursive: true })
      for (const step of toDocSteps(markdown)) follow(app, step)
      const tested = runScript(app, 'test')
      const checked = runScript(app, 'check')

      assert.equal(tested.status, 0, tested.stdout + tested.stderr)
      assert.equal(checked.status, 0, checked.stdout + checked.stderr)
    })
  }
})

/** Writes and removes the files of a page. Its commands are run by `scripts/follow-page.ts`. */
function follow(app: string, step: DocStep): void {
  if (step.kind === 'command') {
    const removed = /^rm (\S+)/.exec(step.command)?.[1]
    if (removed !== undefined) rmSync(join(app, removed))
    return
  }
  const file = join(app, step.path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, step.text)
}

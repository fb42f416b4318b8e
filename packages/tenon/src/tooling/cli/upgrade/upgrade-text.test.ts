import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSource } from '../../graph/program/source-file.ts'
import { indexProject } from './project-index.ts'
import { upgradeText } from './upgrade-text.ts'

describe('upgradeText', () => {
  it('leaves alone what has the name of an import, and is something else', () => {
    const local = `
export const fetching = job('fetch', input).run(async ({ url }, { signal }) => {
  await fetch(url, { signal })
})
const isEnded = (signal: AbortSignal) => signal.aborted
function ofPattern({ from: [signal = none], ...string }: Options) {
  return [signal, string]
}
for (const string of texts) console.log(string)
try {
  await isEnded(none)
} catch (signal) {
  console.error(signal)
}
{
  const signal = 1
  function string() {}
  console.log(signal, string)
}`
    const upgraded = upgrade(`import { job, signal } from 'tenon/jobs'
import { string } from 'tenon'
${local}
signal('paid', string)
`)

    assert.equal(
      upgraded,
      `import { job, notify } from 'tenon/jobs'
import { param } from 'tenon'
${local}
notify('paid', param.string)
`,
    )
  })
})

function upgrade(text: string): string | undefined {
  const file = readSource('a.ts', text)
  return upgradeText('a.ts', text, indexProject(file ? [file] : []))?.text
}

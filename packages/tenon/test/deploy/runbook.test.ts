import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const workspace = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(workspace, path), 'utf8')

const sources = globSync('packages/tenon/src/**/*.ts', { cwd: workspace })
  .filter((path) => !/\.test(-d)?\.ts$/.test(path))
  .map(read)

const page = read('docs/guide/operations.md')
const rows = page.slice(page.indexOf('\n## Runbook')).match(/^\| (?!symptom).*$/gm) ?? []
/** What the second column quotes. */
const quotes = rows.flatMap((row) => {
  const [, , told = ''] = row.split(/(?<!\\)\|/)
  return [...told.matchAll(/`([^`]+)`/g)].map(([, quote = '']) => quote)
})

/** Whether one file of the source has all parts of a quote, in which `…` stands for what differs. */
function isInSource(quote: string): boolean {
  const parts = quote.split('…')
  return sources.some((source) => parts.every((part) => source.includes(part)))
}

describe('the runbook', () => {
  const isAlert = (quote: string) => /^App[A-Z]\w+$/.test(quote)

  it('quotes messages and words as the source has them', () => {
    const messages = quotes.filter((quote) => !isAlert(quote))

    assert.ok(messages.length > 40)
    assert.deepEqual(
      messages.filter((quote) => !isInSource(quote)),
      [],
    )
  })

  it('has a line for each alert, and names no other', () => {
    const alerts = read('deploy/monitoring/alerts.yaml').matchAll(/- alert: (\w+)/g)

    assert.deepEqual(new Set(quotes.filter(isAlert)), new Set([...alerts].map(([, name]) => name)))
  })
})

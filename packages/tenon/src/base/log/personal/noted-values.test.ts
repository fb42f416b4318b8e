import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NotedValues } from './noted-values.ts'

function noted(...values: readonly string[]): NotedValues {
  const noted = new NotedValues()
  for (const value of values) noted.add(value)
  return noted
}

describe('NotedValues', () => {
  it('redacts values in any case, also where another case has another length', () => {
    const values = noted('İbrahim@example.com', 'GROẞE STRAẞE', 'Straße 7', 'İ')
    const texts = [
      'No İbrahim@example.com, no i̇brahim@example.com',
      'ibrahim@EXAMPLE.com',
      encodeURIComponent('İbrahim@example.com'),
      'in große straße or GROSSE STRASSE.',
      'STRASSE 7',
      'İ',
    ]

    const redacted = texts.map((text) => values.redact(text))

    assert.deepEqual(redacted, [
      'No [personal], no [personal]',
      '[personal]',
      '[personal]',
      'in [personal] or [personal].',
      '[personal]',
      '[personal]',
    ])
    for (const text of texts) assert.ok(values.mayBeIn(JSON.stringify({ text })), text)
  })

  it('redacts values that overlap, and everything after the beginning of a long one', () => {
    const long = `${'x'.repeat(199)}😀${'y'.repeat(500)}`
    const values = noted('Ada Lovelace', 'Lovelace Street', long)

    assert.equal(values.redact('at ada lovelace street 7'), 'at [personal] 7')
    assert.equal(values.redact(`a ${long} b`), 'a [personal]')
  })

  it('keeps the fields that tools search by only where tools find them', () => {
    const values = noted('ada@example.com', 'message', 'info')
    const fields = {
      level: 'info',
      method: 'ada@example.com',
      message: 'ada@example.com',
      payment: { method: 'ada@example.com', level: ['info'], route: { time: 'Ada@Example.com' } },
    }

    assert.deepEqual(JSON.parse(JSON.stringify(values.redactFields(fields))), {
      level: 'info',
      method: 'ada@example.com',
      message: '[personal]',
      payment: { method: '[personal]', level: ['[personal]'], route: { time: '[personal]' } },
    })
  })

  it('redacts the names of fields that are no names in code', () => {
    const values = noted('ada@example.com', 'bob@example.com', '1815-12-10', 'message', 'failed')
    const counts = { 'ada@example.com': 1, 'bob@example.com': 2, '1815-12-10': 3, message: 4 }

    assert.deepEqual(JSON.parse(JSON.stringify(values.redactFields({ counts, 'is.failed': 1 }))), {
      counts: { '[personal]': 1, '[personal] 2': 2, '[personal] 3': 3, message: 4 },
      'is.failed': 1,
    })
  })
})

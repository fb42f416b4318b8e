import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { types } from 'pg'
import { exactValueParsers, parseTimestamp, valueParsers } from './postgres-values.ts'

describe('parseTimestamp', () => {
  it('reads milliseconds UTC, whatever the precision and the zone', () => {
    const at = Date.UTC(2026, 10, 20, 9, 30, 0, 123)

    assert.equal(parseTimestamp('2026-11-20 09:30:00.123+00'), at)
    assert.equal(parseTimestamp('2026-11-20 09:30:00.123456+00'), at)
    assert.equal(parseTimestamp('2026-11-20 15:00:00.123+05:30'), at)
    assert.equal(parseTimestamp('2026-11-20 09:30:00+00'), at - 123)
    assert.equal(parseTimestamp('2026-11-20 09:30:00.5+00'), at + 377)
    assert.equal(parseTimestamp('2026-11-20 09:30:00.12+00'), at - 3)
  })

  it('parses like `Date.parse`', () => {
    const year1 = Date.parse('0001-02-03T04:05:06.789Z')
    const moments = Array.from({ length: 2000 }, (_, i) => year1 + i * 157_680_123_457)
    const texts = moments.map((moment) => new Date(moment).toISOString())

    const read = texts.map((text) => parseTimestamp(text.replace('T', ' ').replace('Z', '+00')))

    assert.deepEqual(
      read,
      texts.map((text) => Date.parse(text)),
    )
  })

  it('parses years outside the usual range, and infinity', () => {
    assert.equal(parseTimestamp('12026-01-01 00:00:00+00'), Date.UTC(12_026, 0, 1))
    assert.equal(parseTimestamp('0044-03-15 00:00:00+00 BC'), Date.parse('-000043-03-15T00:00:00Z'))
    assert.equal(parseTimestamp('infinity'), Infinity)
    assert.equal(parseTimestamp('-infinity'), -Infinity)
  })

  it('refuses what another datestyle sends, instead of reading 1970', () => {
    const refused = {
      code: 'E_DATABASE_DATESTYLE',
      message: /the timestamp "20\.11\.2026 .*", because datestyle is not ISO/,
    }

    assert.throws(() => parseTimestamp('20.11.2026 09:30:00 UTC'), refused)
    const parseWithoutZone = valueParsers.getTypeParser(types.builtins.TIMESTAMP, 'text')
    assert.throws(() => parseWithoutZone('20.11.2026 09:30:00'), refused)
  })
})

describe('timestamps without a zone', () => {
  it('are read as UTC, also before the first year', () => {
    const texts = [
      '2026-11-20 09:30:00',
      '0044-03-15 00:00:00 BC',
      '1044-03-15 00:00:00 BC',
      'infinity',
    ]

    const read = [valueParsers, exactValueParsers].map((parsers) =>
      texts.map(parsers.getTypeParser(types.builtins.TIMESTAMP, 'text')),
    )

    const expected = [
      Date.UTC(2026, 10, 20, 9, 30),
      Date.parse('-000043-03-15T00:00:00Z'),
      Date.parse('-001043-03-15T00:00:00Z'),
      Infinity,
    ]
    assert.deepEqual(read, [expected, expected])
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTimeZone, timeZone } from './current-time-zone.ts'
import { formatDate, formatMoney, formatNumber, formatRelativeTime } from './format.ts'
import { message } from './message.ts'
import { inLanguage, inTimeZone, registerLanguages } from './language-context.ts'

const languages = ['en', 'de', 'ar']
const at = new Date('2026-11-23T23:30:00Z')

describe('formatDate()', () => {
  it('writes a moment in the current language and time zone', () => {
    using _registered = registered()
    const both = { dateStyle: 'long', timeStyle: 'short' } as const

    assert.equal(formatDate(at), 'Nov 23, 2026')
    assert.equal(formatDate(at.toISOString(), both), 'November 23, 2026 at 11:30 PM')
    assert.equal(
      inLanguage('de', () => inTimeZone('Asia/Tokyo', () => formatDate(at.getTime(), both))),
      '24. November 2026 um 08:30',
    )
  })

  it('writes a day without a time as that day everywhere', () => {
    using _registered = registered()

    for (const zone of ['Pacific/Kiritimati', 'Pacific/Honolulu']) {
      assert.equal(
        inTimeZone(zone, () => formatDate('2026-11-23')),
        'Nov 23, 2026',
        zone,
      )
      const asked = formatDate('2026-11-23', { dateStyle: 'short', timeZone: zone })
      assert.equal(asked, '11/23/26', zone)
    }
  })

  it('writes a moment in the time zone that is asked for', () => {
    using _registered = registered()
    const options = { dateStyle: 'short', timeZone: 'Pacific/Honolulu' } as const

    assert.equal(formatDate('2026-11-23T09:00:00Z', options), '11/22/26')
  })

  it('agrees with a date inside of a message', () => {
    using _registered = registered()
    const due = message({ en: 'Due {at, date, long}, {at, time, short}' })

    assert.equal(
      inTimeZone('America/New_York', () => due({ at })),
      'Due November 23, 2026, 6:30 PM',
    )
  })

  it('refuses what is not a date', () => {
    assert.throws(() => formatDate('soon'), RangeError)
  })
})

describe('formatNumber() and formatMoney()', () => {
  it('write numbers as the language does', () => {
    using _registered = registered()

    assert.equal(formatNumber(1234.5), '1,234.5')
    assert.equal(formatNumber(0.256, { style: 'percent' }), '26%')
    assert.equal(
      inLanguage('de', () => formatNumber(1234.5)),
      '1.234,5',
    )
  })

  it('keep all digits of a decimal, which a floating-point number would not', () => {
    using _registered = registered()
    const amount = '9007199254740993.10'

    assert.equal(formatMoney(amount, 'EUR'), '€9,007,199,254,740,993.10')
    assert.equal(
      inLanguage('de', () => formatMoney('1299.9', 'EUR')),
      '1.299,90\u00a0€',
    )
    assert.equal(formatMoney(1_300n, 'JPY'), '¥1,300')
    assert.equal(
      inLanguage('ar', () => formatMoney('-3.5', 'USD')),
      '\u200f\u200e-3.50\u00a0US$',
    )
  })
})

describe('formatRelativeTime()', () => {
  it('takes the largest unit that fits once', () => {
    using _registered = registered()
    const minute = 60_000
    const day = 1440 * minute

    const written = [0, -1000, -59_999, 90 * minute, -day, -20 * day, -45 * day, -800 * day].map(
      (distance) => formatRelativeTime(at.getTime() + distance, { now: at }),
    )

    assert.deepEqual(written, [
      'now',
      '1 second ago',
      '59 seconds ago',
      'in 1 hour',
      '1 day ago',
      '2 weeks ago',
      '1 month ago',
      '2 years ago',
    ])
    assert.equal(
      inLanguage('de', () => formatRelativeTime(at.getTime() - day, { now: at, numeric: 'auto' })),
      'gestern',
    )
  })
})

describe('the time zone', () => {
  it('is UTC without a user, and for a name that nobody knows', () => {
    using _registered = registered()

    assert.equal(timeZone(), 'UTC')
    for (const name of ['Mars/Base', '+01:00', '../etc/passwd', '', null, 'x'.repeat(999)]) {
      assert.equal(inTimeZone(name, timeZone), 'UTC', String(name))
    }
    assert.equal(inTimeZone('europe/berlin', timeZone), 'Europe/Berlin')
  })

  it('is checked by isTimeZone()', () => {
    assert.deepEqual(
      ['Europe/Berlin', 'UTC', 'Etc/GMT+1', 'America/Argentina/Ushuaia', 'Mars', ''].map(
        isTimeZone,
      ),
      [true, true, true, true, false, false],
    )
  })

  it('of a mail is not that of another', () => {
    using _registered = registered()

    const said = inTimeZone('Asia/Tokyo', () => [
      inLanguage('de', timeZone),
      inTimeZone(null, timeZone),
    ])

    assert.deepEqual(said, ['Asia/Tokyo', 'UTC'])
  })
})

function registered(): Disposable {
  const end = registerLanguages({ languages })
  return { [Symbol.dispose]: end }
}

const msPerDay = 86_400_000
const daysPerEra = 146_097

/**
 * Writes a date as `toISOString` does, and throws the same `RangeError` for an invalid date.
 *
 * Plain arithmetic takes 0.4 µs; the built-in function takes 1.8, which was a sixth of the whole
 * request on a page of twenty records with a date each.
 */
export function toIsoText(date: Date): string {
  const time = date.getTime()
  // Also false for an invalid date; other years have a sign and six digits.
  if (!(time >= firstTime && time < endTime)) return date.toISOString()

  const days = Math.floor(time / msPerDay)
  const ms = time - days * msPerDay
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return (
    `${toDayText(days)}T${twoDigits[hours]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}` +
    `.${toDigits(ms % 1000, 3)}Z`
  )
}

const firstTime = Date.UTC(1000)
const endTime = Date.UTC(10_000)
const twoDigits = Array.from({ length: 100 }, (_, value) => toDigits(value, 2))

function toDigits(value: number, count: number): string {
  return String(value).padStart(count, '0')
}

/**
 * Converts a number of days since 1970 into a date, by Howard Hinnant's `civil_from_days`: years begin
 * in March, so that the leap day is the last one, and each era of 400 years has the same length.
 */
function toDayText(sinceEpoch: number): string {
  const days = sinceEpoch + 719_468
  const era = Math.floor(days / daysPerEra)
  const ofEra = days - era * daysPerEra
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) /
      365,
  )
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * ofYear + 2) / 153)
  const day = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${year}-${twoDigits[month]}-${twoDigits[day]}`
}

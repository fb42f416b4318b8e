import { deviceName, unknownBrowser } from '../../words/accounts.ts'

/** `Firefox on Linux` in the current language, as far as a `User-Agent` tells it. */
export function toDeviceName(userAgent: string): string {
  const browser = find(browsers, userAgent)
  const system = find(systems, userAgent)
  if (browser !== undefined && system !== undefined) return deviceName({ browser, system })
  return browser ?? system ?? unknownBrowser()
}

type Names = readonly (readonly [pattern: RegExp, name: string])[]

function find(names: Names, userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1]
}

// In this order, because most browsers also name the ones below them.
const browsers: Names = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
]

const systems: Names = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

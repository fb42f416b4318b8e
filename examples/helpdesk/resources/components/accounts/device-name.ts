import { deviceName, unknownBrowser } from '../../words/accounts.ts'

/** Names the browser of a `User-Agent` in the current language, such as `Firefox on Linux`. */
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

// The order matters: most browsers also name the browsers below them.
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

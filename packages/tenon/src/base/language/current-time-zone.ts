/**
 * Where the current time zone comes from, in this order: the call on the server, the page that is being rendered,
 * the browser.
 */
export const timeZoneSources: TimeZoneSources = { ofCall: () => undefined, ofRender: undefined }

interface TimeZoneSources {
  /** Set by the server, which serves several users at a time. */
  ofCall: () => string | undefined
  /** Set before each render: only one runs at a time. */
  ofRender: string | undefined
  /** The time zone of the browser's system, cached on first use. */
  ofBrowser?: string
}

/**
 * Returns the time zone in which dates are written, such as `Europe/Berlin`: the one that the user has stored,
 * or that of the browser, or `UTC`.
 */
export function timeZone(): string {
  return timeZoneSources.ofCall() ?? timeZoneSources.ofRender ?? ofBrowser() ?? 'UTC'
}

/** The attribute of `<html>` with the time zone of the page: empty if the server does not know it. */
export const timeZoneAttribute = 'data-time-zone'

/** The cookie in which the page client leaves the browser's time zone. */
export const timeZoneCookie = 'time_zone'

function ofBrowser(): string | undefined {
  // Sound: only browsers have a document. Servers compile this module too, without that type.
  const document = Reflect.get(globalThis, 'document') as Document | undefined
  if (document === undefined) return undefined
  const ofPage = document.documentElement.getAttribute(timeZoneAttribute)
  return ofPage === null || ofPage === '' ? findSystemTimeZone() : ofPage
}

/** The time zone of the system. Cached, because reading it takes longer than formatting a date. */
export function findSystemTimeZone(): string {
  return (timeZoneSources.ofBrowser ??= new Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/** Whether a text names a time zone that this system knows, such as `Europe/Berlin`. */
export function isTimeZone(text: string): boolean {
  return findTimeZone(text) !== undefined
}

/** Returns the name of a time zone as `Intl` writes it: `europe/berlin` is `Europe/Berlin`. `undefined` if unknown. */
export function findTimeZone(text: string): string | undefined {
  if (!timeZoneName.test(text)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined // no zone has this name
  }
}

/** Names of the IANA database. Offsets such as `+01:00` are refused, because they ignore daylight saving time. */
const timeZoneName = /^[A-Z][\w+-]{1,31}(?:\/[\w+-]{1,31}){0,2}$/i

interface Document {
  readonly documentElement: { getAttribute(name: string): string | null }
}

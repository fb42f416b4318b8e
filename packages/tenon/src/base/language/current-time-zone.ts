/**
 * Where code finds its time zone without receiving it: of a call on the server, of the page that is
 * being rendered, else of the browser.
 */
export const timeZoneSources: TimeZoneSources = { ofCall: () => undefined, ofRender: undefined }

interface TimeZoneSources {
  /** Set by the server, which serves several users at a time. */
  ofCall: () => string | undefined
  /** Set before each render: there is only one at a time. */
  ofRender: string | undefined
  /** The zone of the browser's system; read on first use. */
  ofBrowser?: string
}

/**
 * Returns the time zone in which dates are written now, such as `Europe/Berlin`: the one that the user has
 * stored, else that of the browser. `UTC` where nothing says another.
 */
export function timeZone(): string {
  return timeZoneSources.ofCall() ?? timeZoneSources.ofRender ?? ofBrowser() ?? 'UTC'
}

/** The name of the attribute of a document's root with the zone of its page: empty if the server knows none. */
export const timeZoneAttribute = 'data-time-zone'

/** The cookie in which the page client leaves the browser's time zone. */
export const timeZoneCookie = 'time_zone'

function ofBrowser(): string | undefined {
  // Sound: only browsers have one. This module is compiled for servers too, without its type.
  const document = Reflect.get(globalThis, 'document') as Document | undefined
  if (document === undefined) return undefined
  const ofPage = document.documentElement.getAttribute(timeZoneAttribute)
  return ofPage === null || ofPage === '' ? findSystemTimeZone() : ofPage
}

/** The zone of the system: asking for it takes longer than writing a date. */
export function findSystemTimeZone(): string {
  return (timeZoneSources.ofBrowser ??= new Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/** Whether a text names a time zone that this system knows, such as `Europe/Berlin`. */
export function isTimeZone(text: string): boolean {
  return findTimeZone(text) !== undefined
}

/** The time zone of that name as `Intl` writes it: `europe/berlin` is `Europe/Berlin`. */
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

import type { Page, router } from '@inertiajs/core'
import {
  findSystemTimeZone,
  timeZoneAttribute,
  timeZoneCookie,
} from '../../base/language/current-time-zone.ts'
import { languageSources } from '../../base/language/current-language.ts'
import type { ClientWords } from '../../base/language/words/own-word.ts'
import { basePath } from './route-table.ts'
import { learnWords } from './say.ts'
import { direction } from '../../base/language/direction.ts'

/**
 * Keeps the document in the language and time zone of its page, and tells the server the browser's time zone. Does
 * nothing in an application without languages.
 */
export function followLanguage(client: typeof router): void {
  if (!document.documentElement.hasAttribute(timeZoneAttribute)) return
  leaveTimeZone()
  client.on('before', ({ detail: { visit } }) => {
    if (languageSources.follow !== undefined) visit.headers['X-Follows-Language'] = 'true'
  })
  client.on('beforeUpdate', ({ detail: { page } }) => {
    const { language, timeZone = '', words }: Spoken = page
    if (words !== undefined) learnWords(words)
    const root = document.documentElement
    if (language !== undefined && language !== root.lang) {
      root.lang = language
      root.dir = direction(language)
      languageSources.changed?.()
    }
    root.setAttribute(timeZoneAttribute, timeZone)
  })
}

interface Spoken extends Page {
  readonly language?: string
  readonly timeZone?: string
  readonly words?: ClientWords
}

/** Stores the browser's time zone in a cookie. From the next request on, the server uses it for guests. */
function leaveTimeZone(): void {
  const cookie = `${timeZoneCookie}=${findSystemTimeZone()}`
  if (document.cookie.split('; ').includes(cookie)) return
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // oxlint-disable-next-line unicorn/no-document-cookie -- not every browser has the cookie store
  document.cookie = `${cookie}; path=${basePath() || '/'}; max-age=31536000; samesite=lax${secure}`
}

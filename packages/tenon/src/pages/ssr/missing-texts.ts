import { languageSources, type MissingText } from '../../base/language/current-language.ts'
import { Announcements } from '../../base/log/announcements.ts'
import type { Log } from '../../base/log/log.ts'

/**
 * The diagnostics channel `tenon.missing-text`. A built renderer has its own copy of messages, but the same channel.
 */
export const missingTexts = new Announcements<MissingText>('tenon.missing-text')

/** Publishes messages that have no text in the requested language on the channel. */
export function tellMissingTexts(): void {
  languageSources.onMissing = (missing) => missingTexts.tell(missing)
}

/** How many messages are remembered. The limit is needed because messages created in requests may all differ. */
const most = 1000

/** Logs each message that has no text in a language once. Such a message shows its text in the default language. */
export function logMissingTexts(log: Log): Disposable {
  const told = new Set<string>()
  tellMissingTexts()
  const stop = missingTexts.listen(({ text, language }) => {
    const key = `${language} ${text}`
    if (told.size >= most || told.has(key)) return
    told.add(key)
    log.warn(`A message has no text in ${language}`, { language, text })
  })
  return { [Symbol.dispose]: stop }
}

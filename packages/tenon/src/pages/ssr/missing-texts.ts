import { languageSources, type MissingText } from '../../base/language/current-language.ts'
import { Announcements } from '../../base/log/announcements.ts'
import type { Log } from '../../base/log/log.ts'

/** The diagnostics channel `tenon.missing-text`. The bundle that renders pages has its own messages, and the same channel. */
export const missingTexts = new Announcements<MissingText>('tenon.missing-text')

/** Tells the channel of messages that speak another language than they should. */
export function tellMissingTexts(): void {
  languageSources.onMissing = (missing) => missingTexts.tell(missing)
}

/** How many messages are remembered; the texts of a message that is made in a request are never the same. */
const most = 1000

/** Writes one line for each message that has no text in a language and says that of the default one. */
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

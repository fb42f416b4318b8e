export { message, type Message, type MessageTexts } from './base/language/message.ts'
export { compiledMessage } from './base/language/compiled-message.ts'
export { language } from './base/language/current-language.ts'
export { isTimeZone, timeZone } from './base/language/current-time-zone.ts'
export {
  formatDate,
  formatMoney,
  formatNumber,
  formatRelativeTime,
  type Moment,
  type RelativeTimeOptions,
} from './base/language/format.ts'
export { direction } from './base/language/direction.ts'
export type { Language, Languages } from './base/language/languages.ts'

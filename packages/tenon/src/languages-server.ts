export {
  inLanguage,
  inTimeZone,
  setLanguage,
  setTimeZone,
} from './base/language/language-context.ts'
export {
  localizedAddresses,
  type LocalizedAddresses,
} from './web/routing/localized/localized-addresses.ts'

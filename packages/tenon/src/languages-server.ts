export { inLanguage, setLanguage } from './base/language/speakers.ts'
export {
  localizedAddresses,
  type LocalizedAddresses,
} from './web/routing/localized/localized-addresses.ts'

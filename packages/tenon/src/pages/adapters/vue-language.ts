import { shallowRef, triggerRef } from 'vue'
import { languageSources } from '../../base/language/current-language.ts'

/**
 * Lets pages follow the language of the application without loading the document: components render their texts
 * again, and typed input stays. Call it once, before `createInertiaApp`.
 */
export function followLanguage(): void {
  const language = shallowRef()
  languageSources.follow = () => language.value
  languageSources.changed = () => triggerRef(language)
}

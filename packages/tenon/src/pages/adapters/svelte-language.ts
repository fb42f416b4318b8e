import { createSubscriber } from 'svelte/reactivity'
import { languageSources } from '../../base/language/current-language.ts'

/**
 * Lets pages follow the language of the application without loading the document: components render their texts
 * again, and typed input stays. Call it once, before `createInertiaApp`.
 */
export function followLanguage(): void {
  languageSources.follow = createSubscriber((update) => {
    languageSources.changed = update
  })
}

import { createSubscriber } from 'svelte/reactivity'
import { languageSources } from '../../base/language/current-language.ts'

/**
 * Lets pages follow the language of the application without loading the document: what a component says is rendered
 * again, and what was typed stays. Call it once, before `createInertiaApp`.
 */
export function followLanguage(): void {
  languageSources.follow = createSubscriber((update) => {
    languageSources.changed = update
  })
}

import { language } from 'tenon/languages'
import { action, Form } from 'tenon/react'
import { languages } from '../../../app/languages.ts'
import { languageLabel } from '../../words/accounts.ts'
import { nameOf } from './language-names.ts'

/** A button for each language. The page keeps its state and the input. */
export function LanguageSwitch() {
  if (languages.length < 2) return null
  return (
    <nav className="languages" aria-label={languageLabel()}>
      {languages.map((each) => (
        <Form
          key={each}
          action={action('language.update')}
          options={{ preserveScroll: true, preserveState: true }}
        >
          <input type="hidden" name="language" value={each} />
          <button className="quiet" lang={each} aria-pressed={each === language()}>
            {nameOf(each)}
          </button>
        </Form>
      ))}
    </nav>
  )
}

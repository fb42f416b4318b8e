import { openTag } from '../fit.ts'
import { toPart, type ResourceLayout } from '../page-files.ts'
import { toPageWords, type SpokenSubject } from '../words/resource-words.ts'
import { attribute, child } from '../words/words.ts'
import { toLook } from './react-layout.ts'

interface Asked {
  /** The name of the record that the dialog asks about, as markup. */
  readonly name: string
  /** Whether it is open, as code. */
  readonly isOpen: string
}

/** The dialog that asks before a record is deleted. */
export function dialogText(
  subject: SpokenSubject,
  layout: ResourceLayout,
  { name, isOpen }: Asked,
): string {
  const look = toLook(layout)
  const said = toPageWords(subject)
  const dialog = toPart('Dialog', subject.names)
  const title = attribute('title', said.removeThis)
  return `${openTag(`      <${dialog}`, [title, `isOpen={${isOpen}}`, 'onClose={keep}'])}
        <p>${name}</p>
        <div className="actions">
          <button type="button" className="${look.plain}" onClick={keep}>
            ${child(said.keep)}
          </button>
          <button type="button" className="${look.danger}" onClick={destroy}>
            ${child(said.remove)}
          </button>
        </div>
      </${dialog}>
`
}

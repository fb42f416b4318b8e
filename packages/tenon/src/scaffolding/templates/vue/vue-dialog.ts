import { toPart } from '../page-files.ts'
import { toPageWords, type SpokenSubject } from '../words/resource-words.ts'
import { vueAttribute, vueChild } from '../words/words.ts'

interface Asked {
  /** The name of the record that the dialog asks about, as markup. */
  readonly name: string
  /** Whether it is open, as code. */
  readonly isOpen: string
}

/** The dialog that asks before a record is deleted. */
export function dialogText(subject: SpokenSubject, { name, isOpen }: Asked): string {
  const said = toPageWords(subject)
  const dialog = toPart('Dialog', subject.names)
  return `    <${dialog} ${vueAttribute('title', said.removeThis)} :is-open="${isOpen}" @close="keep">
      <p>${name}</p>
      <div class="actions">
        <button type="button" class="button" @click="keep">${vueChild(said.keep)}</button>
        <button type="button" class="button danger" @click="destroy">${vueChild(said.remove)}</button>
      </div>
    </${dialog}>
`
}

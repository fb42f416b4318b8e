import type { Edit, Plan } from '../plan.ts'
import type { Project } from '../project.ts'

/**
 * Moves the texts of the layout and the error page of a new application into messages, in English. Texts that the
 * application has changed stay as they are. Undoing it changes nothing, because messages also work in one language.
 */
export function planLayoutWords(project: Project): Pick<Plan, 'files' | 'edits'> {
  const found = places.filter(({ path, plain }) => project.read(path)?.includes(plain))
  if (found.length === 0) return { files: [], edits: [] }
  const names = new Set(found.map(({ name }) => name))
  const declared = [...names].map(
    (name) => `\nexport const ${name} = message({ en: '${texts[name]}' })\n`,
  )
  const text = `import { message } from 'tenon/languages'\n\n// What the layout and the error page say.\n${declared.join('')}`
  return { files: [{ path: wordsFile, text, isShared: true }], edits: found.map(toEdit) }
}

const wordsFile = 'resources/words/layout.ts'

const texts = {
  mainMenu: 'Main menu',
  backToFirstPage: 'Back to the first page',
  backToList: 'Back to the list',
} as const

/** A text in a file of a new application, and the code that says it with a message. */
interface Place {
  readonly path: string
  readonly name: keyof typeof texts
  readonly plain: string
  readonly said: string
}

const back = ['backToFirstPage', 'backToList'] as const

const places: readonly Place[] = [
  inMenu('resources/components/Layout.tsx', 'aria-label={mainMenu()}'),
  inMenu('resources/components/AppLayout.vue', ':aria-label="mainMenu()"'),
  inMenu('resources/components/Layout.svelte', 'aria-label={mainMenu()}'),
  ...back.flatMap((name) => [
    inLink('resources/pages/Error.tsx', name, `{${name}()}`),
    inLink('resources/pages/Error.vue', name, `{{ ${name}() }}`),
    inLink('resources/pages/Error.svelte', name, `{${name}()}`),
  ]),
]

function inMenu(path: string, said: string): Place {
  return { path, name: 'mainMenu', plain: `aria-label="${texts.mainMenu}"`, said }
}

function inLink(path: string, name: (typeof back)[number], said: string): Place {
  return { path, name, plain: texts[name], said }
}

function toEdit({ path, name, plain, said }: Place): Edit {
  const line = `import { ${name} } from '../words/layout.ts'`
  return {
    path,
    serves: '',
    insert: (text) => {
      // The imports of a component in Svelte are indented.
      const imported = text.replace(
        /^( *)import .*\n(?!\1import )/m,
        (last, indent: string) => `${last}${indent}${line}\n`,
      )
      return imported === text ? undefined : imported.replace(plain, () => said)
    },
    remove: (text) => text,
    lines: [line, said],
  }
}

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { toNames } from '../../templates/names.ts'
import { reactPages } from '../../templates/react/react-pages.ts'
import type { Words } from '../../templates/words/words.ts'
import { openProject, type Project } from '../project.ts'
import { ownWords, wordsOf } from './words-file.ts'

describe('the words of an application with languages', () => {
  it('are imported by each file, and copied into each language', () => {
    const made = putWords(['en', 'de'], ({ say }) => [
      say('newPost', 'New post').code,
      say('greetNamed', 'Greet {name}', { name: 'post.title' }).code,
    ])

    assert.deepEqual(made, {
      'app/requests/post-request.ts': `import { z } from 'zod'
import { greetNamed, newPost } from '../words/posts.ts'

newPost()
greetNamed({ name: post.title })
`,
      'app/words/posts.ts': `import { message } from 'tenon/languages'

// What is said about posts.

export const newPost = message({
  en: 'New post',
  de: 'New post', // untranslated
})

export const greetNamed = message({
  en: 'Greet {name}',
  de: 'Greet {name}', // untranslated
})
`,
    })
  })

  it('are in one file if the pages of all records use them', () => {
    const made = putWords(['en', 'de'], ({ say }) => [
      say('newPost', 'New post').code,
      say('save', 'Save').code,
    ])

    const shared = made['app/words/shared.ts'] ?? ''
    assert.match(
      made['app/requests/post-request.ts'] ?? '',
      /import \{ newPost \} from '\.\.\/words\/posts\.ts'\nimport \{ save \} from '\.\.\/words\/shared\.ts'/,
    )
    assert.doesNotMatch(made['app/words/posts.ts'] ?? '', /save/)
    assert.match(shared, /save = message\(\{\n {2}en: 'Save',\n {2}de: 'Save', \/\/ untranslated/)
    assert.doesNotMatch(shared, /nextPage/, 'which no page uses')
  })

  it('are added to the shared file if it lacks them, and kept as they are there', () => {
    const path = 'app/words/shared.ts'
    const before = `import { message } from 'tenon/languages'

export const save = message({ en: 'Keep', de: 'Behalten' })
`
    using app = applicationOf(['en', 'de'], { [path]: before })
    const { words, put, add } = wordsOf(toNames('Post'), app.project)
    const texts = [words.say('save', 'Save').code, words.say('create', 'Create').code]
    const files = put([{ path: 'app/requests/post-request.ts', text: texts.join('\n') }])

    const [edit] = add(files)

    assert.equal(
      edit?.insert(before),
      `${before}
export const create = message({
  en: 'Create',
  de: 'Create', // untranslated
})
`,
    )
    assert.match(files[0]?.text ?? '', /import \{ create, save \} from '\.\.\/words\/shared\.ts'/)
    assert.deepEqual(add([{ path: 'other.ts', text: texts[0] ?? '' }]), [])
  })

  it('are in English in an application with one language', () => {
    const made = putWords(['en'], ({ say }) => [say('archive', 'Archive').code])

    assert.match(
      made['app/words/posts.ts'] ?? '',
      /\nexport const archive = message\(\{ en: 'Archive' \}\)\n$/,
    )
  })

  it('are marked in a default language that is not English', () => {
    const made = putWords(['de', 'en-GB'], ({ say }) => [say('archive', 'Archive').code])

    assert.match(
      made['app/words/posts.ts'] ?? '',
      /message\(\{\n {2}de: 'Archive', \/\/ untranslated\n {2}'en-GB': 'Archive',\n\}\)/,
    )
  })

  it('are translated as other messages of the same name and text are, except those still to do', () => {
    const others = `import { message } from 'tenon/languages'

export const archive = message({ en: 'Archive', de: 'Ablegen' })

export const undo = message({
  en: 'Undo',
  de: 'Undo', // untranslated
})

export const begin = message({ en: 'Begin it', de: 'Anfangen' })
`
    const made = putWords(
      ['en', 'de'],
      ({ say }) => [
        say('archive', 'Archive').code,
        say('undo', 'Undo').code,
        say('begin', 'Begin').code,
      ],
      { 'app/words/todos.ts': others },
    )

    assert.deepEqual(made['app/words/posts.ts']?.match(/de: .*/g), [
      "de: 'Ablegen',",
      "de: 'Undo', // untranslated",
      "de: 'Begin', // untranslated",
    ])
  })

  it('have names that no variable and no other message has', () => {
    const made = putWords(['en'], ({ say }) => [
      say('posts', 'Posts').code,
      say('openLabel', 'Open').code,
      say('openLabel', 'Opened').code,
      say('openLabel', 'Open').code,
    ])

    assert.match(
      made['app/requests/post-request.ts'] ?? '',
      /postsText\(\)\nopenLabel\(\)\nopenLabelText\(\)\nopenLabel\(\)\n/,
    )
  })

  it('name the values of an enum as they are, also those that ICU would read as syntax', () => {
    const made = putWords(['en'], ({ nameValues }) => [
      `${nameValues('stateNames', ['open', 'in progress', `it's {x}`])}[post.state]()`,
    ])

    assert.match(
      made['app/words/posts.ts'] ?? '',
      /stateNames = \{\n {2}open: message\(\{ en: 'open' \}\),\n {2}'in progress': message/,
    )
    assert.ok(made['app/words/posts.ts']?.includes(`"it's {x}": message({ en: "it''s '{'x'}'" }),`))
  })

  it('leave out what no file says', () => {
    const made = putWords(['en'], ({ say }) => {
      say('unsaid', 'Unsaid')
      return [say('said', 'Said').code]
    })

    assert.doesNotMatch(made['app/words/posts.ts'] ?? '', /unsaid/)
  })

  it('are not in a file of the kits', () => {
    using app = applicationOf(['en'])
    const project = { ...app.project, pages: reactPages }

    assert.equal(wordsOf(toNames('Notice'), project).path, 'resources/words/notice-records.ts')
    assert.equal(wordsOf(toNames('Post'), project).path, 'resources/words/posts.ts')
  })

  it('are in the file of a page by itself', () => {
    using app = applicationOf(['en'])
    const { words, put } = ownWords(app.project)
    const title = words.say('title', 'About').code

    const [react, svelte] = put([
      { path: 'resources/pages/About.tsx', text: `export const about = ${title}\n` },
      {
        path: 'resources/pages/About.svelte',
        text: `<script lang="ts">\n</script>\n\n<h1>{${title}}</h1>\n`,
      },
    ])

    const declared = `import { message } from 'tenon/languages'\n\nconst title = message({ en: 'About' })\n`
    assert.equal(react?.text, `${declared}\nexport const about = title()\n`)
    assert.equal(
      svelte?.text,
      `<script lang="ts">\n${declared.replaceAll(/^(?=.)/gm, '  ')}</script>\n\n<h1>{title()}</h1>\n`,
    )
  })
})

/** Returns the files of a resource that says these lines. */
function putWords(
  languages: readonly string[],
  write: (words: Words) => readonly string[],
  others: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  using app = applicationOf(languages, others)
  const { words, put } = wordsOf(toNames('Post'), app.project)
  const path = 'app/requests/post-request.ts'
  const text = `import { z } from 'zod'\n\n${write(words).join('\n')}\n`
  return Object.fromEntries(put([{ path, text }]).map((file) => [file.path, file.text]))
}

function applicationOf(
  languages: readonly string[],
  others: Readonly<Record<string, string>> = {},
): Disposable & { readonly project: Project } {
  const place = mkdtempDisposableSync(join(tmpdir(), 'tenon-words-'))
  const list = languages.map((each) => `'${each}'`).join(', ')
  const files = { 'app/languages.ts': `export const languages = [${list}] as const\n`, ...others }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place.path, path)), { recursive: true })
    writeFileSync(join(place.path, path), text)
  }
  return { project: openProject(place.path), [Symbol.dispose]: () => place.remove() }
}

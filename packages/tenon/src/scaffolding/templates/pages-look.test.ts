import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { runInNewContext } from 'node:vm'
import { z } from 'zod'
import { toNames } from './names.ts'
import type { Field } from './field.ts'
import type { PageTemplates, PageText, ResourceLayout } from './page-files.ts'
import { reactPages } from './react/react-pages.ts'
import { sveltePages } from './svelte-pages.ts'
import { vuePages } from './vue-pages.ts'
import type { SpokenSubject } from './words/resource-words.ts'
import { messageWords, plainWords } from './words/words.ts'

const examples = join(import.meta.dirname, '../../../../../examples')
const newApplication = readFileSync(join(examples, 'todo/resources/app.css'), 'utf8')
const accounts = readFileSync(
  join(examples, 'accounts/resources/components/accounts/accounts.css'),
  'utf8',
)
const parts = readFileSync(join(examples, 'todo/resources/components/parts/parts.css'), 'utf8')

const plain = { isNullable: false, isUnique: false, isIndexed: false }
const fields: readonly Field[] = ['text', 'boolean', 'enum', 'json', 'file'].map((kind) => ({
  ...plain,
  name: `its_${kind}`,
  kind,
  ...(kind === 'enum' && { values: ['open', 'paid'] }),
}))
const names = toNames('Post')
const subject: SpokenSubject = { names, fields, words: plainWords }

describe('the pages of a resource', () => {
  const applications: readonly [string, PageTemplates, ResourceLayout, string, RegExp][] = [
    ['React', reactPages, 'layout', newApplication, /<Layout title="Posts">/],
    ['Vue', vuePages, 'layout', newApplication, /<AppLayout title="Posts">/],
    ['Svelte', sveltePages, 'layout', newApplication, /<Layout title="Posts">/],
    ['React with accounts', reactPages, 'signed-in', accounts, /<SignedInLayout title="Posts"/],
    ['React with teams', reactPages, 'team', accounts, /<TeamLayout \{\.\.\.props\} title="Posts"/],
  ]
  for (const [name, templates, layout, styles, frame] of applications) {
    it(`have the layout of the application, and classes that its styles know: ${name}`, () => {
      const text = templates.resource(subject, layout).map((page) => page.text)

      const classes = [...text.join('').matchAll(/class(?:Name)?="([^"]+)"/g)].flatMap(
        ([, list = '']) => list.split(' '),
      )
      assert.match(text[0] ?? '', frame)
      assert.ok(classes.includes('field'))
      assert.deepEqual(
        classes.filter((each) => !`${styles}${parts}`.includes(`.${each}`)),
        [],
      )
    })
  }

  for (const [name, templates, layout] of applications) {
    it(`say on which page of the list a record was deleted: ${name}`, () => {
      const [list, show] = templates.resource(subject, layout)

      assert.match(list?.text ?? '', /router\.delete\(address \+ location\.search, /)
      assert.match(show?.text ?? '', /router\.delete\(address, /)
    })
  }

  for (const [name, templates, layout] of applications) {
    it(`have a text area for a long text, which is not in the list: ${name}`, () => {
      const texts: SpokenSubject = {
        ...subject,
        fields: [{ ...plain, name: 'its_body', kind: 'text', max: 10_000 }],
      }

      const [list, show, , , form] = templates.resource(texts, layout)

      assert.match(form?.text ?? '', /<textarea/)
      assert.doesNotMatch(list?.text ?? '', /its_body/)
      assert.match(show?.text ?? '', /post\.its_body/)
      assert.match(parts, /\.part-details dd \{\s+white-space: pre-line;/)
    })
  }

  for (const [name, templates, layout] of applications) {
    it(`offer the records that one may belong to: ${name}`, () => {
      const owner = { relation: 'project', names: toNames('Project'), table: 'projects', key: 'id' }
      const choice = { title: 'name' }
      const field = { ...plain, name: 'project_id', kind: 'integer', owner, choice }

      const pages = templates.resource({ ...subject, fields: [field] }, layout)

      const [, , create = '', edit = '', form = ''] = pages.map(({ text }) => text)
      for (const [page, text] of Object.entries({ create, edit, form }))
        assert.match(text, /projectOptions: readonly \{ id: number; name: string \}\[\]/, page)
      assert.match(form, /<Select[^/]*label="Project"[^/]*projectOptions\.map\(/)
      assert.match(form, /project_id: post\?\.project_id \?\? projectOptions\[0\]\?\.id \?\? null/)
      assert.doesNotMatch(form, /type="number"/)
    })
  }

  for (const [name, templates, layout] of applications) {
    it(`say where to create a record if there is none to choose: ${name}`, () => {
      const owner = { relation: 'project', names: toNames('Project'), table: 'projects', key: 'id' }
      const choice = { title: 'name', create: 'projects.create' }
      const field = { ...plain, name: 'project_id', kind: 'integer', owner, choice }
      const write = (each: Field): string =>
        templates.resource({ ...subject, fields: [each] }, layout).at(-1)?.text ?? ''

      const form = write(field)
      const closed = write({ ...field, choice: { title: 'name' } })
      const optional = write({ ...field, isNullable: true })

      assert.match(form, /projectOptions\.length === 0/)
      assert.match(form, /aria-describedby="project_id-error project_id-none"/)
      assert.match(form, /<p[^>]*id="project_id-none"/)
      assert.match(
        form,
        /route\('projects\.create'\)[^>]*>\s*There are no projects yet\. Create one\.\s*</,
      )
      assert.match(closed, /There are no projects yet\.\s*<\/p>/)
      assert.doesNotMatch(optional, /There are no/)
    })
  }

  for (const [name, templates, layout] of applications) {
    it(`offer all records but itself for one of the same kind: ${name}`, () => {
      const owner = { relation: 'origin', names, table: 'posts', key: 'id' }
      const choice = { title: 'name', self: 'post' }
      const field = {
        ...plain,
        name: 'origin_id',
        kind: 'integer',
        isNullable: true,
        owner,
        choice,
      }

      const form = templates.resource({ ...subject, fields: [field] }, layout).at(-1)?.text ?? ''

      assert.match(
        form,
        /originOptions\.flatMap\(\(\{ id \}\) => \(id === post\?\.id \? \[\] : \[id\]\)\)/,
      )
    })

    it(`start without a choice by an empty text if keys are texts: ${name}`, () => {
      const owner = { relation: 'shop', names: toNames('Shop'), table: 'shops', key: 'code' }
      const field = { ...plain, name: 'shop', kind: 'text', owner, choice: { title: 'code' } }

      const form = templates.resource({ ...subject, fields: [field] }, layout)[4]?.text ?? ''

      assert.match(form, /shop: post\?\.shop \?\? shopOptions\[0\]\?\.code \?\? ''/)
    })
  }

  for (const [name, templates, layout] of applications) {
    it(`show all columns of a record on a page of its own, with the title of what it refers to: ${name}`, () => {
      const owner = { relation: 'project', names: toNames('Project'), table: 'projects', key: 'id' }
      const field = { ...plain, name: 'project_id', kind: 'integer', owner }
      const titled = { ...field, choice: { title: 'name' } }
      const pageOf = (last: Field) =>
        templates.resource({ ...subject, fields: [...fields, last] }, layout)[1]?.text ?? ''

      const [text, other] = [pageOf(titled), pageOf(field)]

      const terms = [...text.matchAll(/<dt>([^<]*)<\/dt>/g)].map(([, term]) => term)
      assert.deepEqual(terms, [...fields.map(({ kind }) => `Its ${kind}`), 'Project'])
      assert.match(text, /projectTitle: string \| null[^]*<dd>\{+ ?projectTitle ?\}+<\/dd>/)
      assert.match(text, /<pre>\{+ ?JSON\.stringify\(post\.its_json, null, 2\) ?\}+<\/pre>/)
      assert.match(other, /<dt>Project id<\/dt>\s*<dd>\{+ ?post\.project_id ?\}+<\/dd>/)
    })
  }

  for (const [name, templates, layout] of applications) {
    it(`show the key of a record that has no title: ${name}`, () => {
      const shown = fields.filter(({ kind }) => kind === 'boolean')

      const text = templates.resource({ ...subject, fields: shown }, layout)[1]?.text ?? ''

      assert.match(text, /<dt>Id<\/dt>\s*<dd>\{+ ?post\.id ?\}+<\/dd>\s*<dt>Its boolean<\/dt>/)
    })
  }

  for (const [name, templates, layout] of applications) {
    it(`call a record without a text by its number: ${name}`, () => {
      const owner = { relation: 'letter', names: toNames('Letter'), table: 'letters', key: 'id' }
      const letter = {
        ...plain,
        name: 'letter_id',
        kind: 'integer',
        owner,
        choice: { title: 'id' },
      }
      const numbered = { ...subject, fields: [letter, ...fields.slice(1)] }

      const pages = templates.resource(numbered, layout).map(({ text }) => text)

      const [list = '', show = '', , , form = ''] = pages
      assert.match(list, />\s*Post \{+ ?post\.id ?\}+\s*<\/(?:Link|a)>/)
      assert.match(list, /aria-label="?\{?`Delete post \$\{post\.id\}`/)
      assert.match(list, /<p>\{+ ?doomed && `Post \$\{doomed\.id\}` ?\}+<\/p>/)
      assert.match(list, /columns="?\{?\[\s*'Post',/)
      assert.match(show, /<p>Post \{+ ?post\.id ?\}+<\/p>/)
      assert.match(show, /<dd>\{+ ?`Letter \$\{post\.letter_id\}` ?\}+<\/dd>/)
      assert.match(show, /`Open the its file of post \$\{post\.id\}`/)
      assert.match(
        form,
        /text="?\{?\(option\) =>\s*\(option === null \? '' : `Letter \$\{option\}`\)/,
      )
    })
  }

  for (const [name, templates, layout] of applications) {
    it(`link from the list to the page of a record, and from there to the form and to the list: ${name}`, () => {
      const [list = '', show = ''] = templates.resource(subject, layout).map(({ text }) => text)

      const linked = (text: string) =>
        [...text.matchAll(/<(?:Link|a)\s[^>]*route\('posts\.(\w+)'/g)].map(([, route]) => route)
      assert.deepEqual(linked(list), ['create', 'show', 'sendItsFile'])
      assert.deepEqual(linked(show), ['sendItsFile', 'edit', 'index'])
    })
  }

  for (const [name, templates, layout] of applications) {
    it(`have no text of their own where the application has languages: ${name}`, () => {
      const spoken = templates.resource({ ...subject, words: messageWords([]) }, layout)
      const plainly = templates.resource(subject, layout)

      assert.deepEqual(spoken.map(findTexts), [[], [], [], [], []])
      assert.ok(plainly.every((page) => findTexts(page).length > 0))
    })
  }

  for (const [name, templates] of applications.slice(0, 3)) {
    it(`show a value of an enum that only a newer version can name: ${name}`, async () => {
      const listOf = (isNullable: boolean) => {
        const shown = fields.map((field) => ({ ...field, isNullable }))
        const spoken = { ...subject, fields: shown, words: messageWords([]) }
        return templates.resource(spoken, 'layout')[0]?.text ?? ''
      }

      const required = await evaluateCell(listOf(false), ['open', 'late'])
      const nullable = await evaluateCell(listOf(true), ['open', 'late', null])

      assert.deepEqual(required, ['Open', 'late'])
      assert.deepEqual(nullable, ['Open', 'late', ''])
    })

    it(`offer values of an enum with quotes: ${name}`, async () => {
      const values = ["it's", 'a "b"']
      const shown = fields.map((field) => (field.kind === 'enum' ? { ...field, values } : field))

      const form = templates.resource({ ...subject, fields: shown }, 'layout').at(-1)?.text ?? ''
      const [, , list = ''] = /options=("|\{)(\[.*\])(?:\1|\})\n/.exec(form) ?? []
      const inMarkup = name === 'Vue' ? list.replaceAll('&quot;', '"') : list
      const module = await import(
        `data:text/javascript,export default ${encodeURIComponent(inMarkup)}`
      )

      assert.deepEqual(module.default, values)
      assert.ok(name !== 'Vue' || !list.includes('"'), list)
    })

    it(`name their fields, for browsers that fill them in and for tests: ${name}`, () => {
      const form = templates.resource(subject, 'layout').at(-1)?.text ?? ''

      const unnamed = fields.filter((field) => !form.includes(` name="${field.name}"`))

      assert.deepEqual(unnamed, [])
    })

    it(`move the focus to the first wrong field: ${name}`, () => {
      const form = templates.resource(subject, 'layout').at(-1)?.text ?? ''
      const [, submit = ''] = /^ *(function submit\([^]*?^ *\}\n)(?=\n|<)/m.exec(form) ?? []

      assert.equal(focusAfter(submit, { its_json: 'No JSON', its_enum: 'No choice' }), 'its_enum')
      assert.equal(focusAfter(submit, { _: 'Too many' }), undefined)
    })

    it(`send a date and time as the request takes it: ${name}`, () => {
      const moment = { ...subject, fields: [{ ...plain, name: 'at', kind: 'timestamp' }] }

      const form = templates.resource(moment, 'layout').at(-1)?.text ?? ''
      const [, end = ''] = /`\$\{[^`]*\}([\w:]*)`/.exec(form.replaceAll('-error`', '')) ?? []

      // What a browser has in a field for a date and time, with what the form adds.
      assert.equal(z.iso.datetime().safeParse(`2026-11-28T10:00${end}`).error, undefined)
    })
  }
})

/** The name of the field that has the focus after the function of a form has sent it and gets these errors. */
function focusAfter(submit: string, errors: Readonly<Record<string, string>>): string | undefined {
  let focused: string | undefined
  class HTMLElement {
    readonly name: string
    constructor(name: string) {
      this.name = name
    }
    getAttribute() {
      return this.name
    }
    focus() {
      focused = this.name
    }
  }
  const elements = fields.map(({ name }) => new HTMLElement(name))
  const form = {
    submit: ({ onError }: { onError: (given: object) => void }) => onError(errors),
  }
  const event = { preventDefault() {}, currentTarget: { elements } }
  runInNewContext(`${stripTypeScriptTypes(submit)}; submit(event)`, { form, event, HTMLElement })
  return focused
}

/** What a list says of posts with these values, of which only `open` has a name. */
async function evaluateCell(list: string, values: readonly unknown[]): Promise<unknown> {
  const [, code = ''] = /<td>\s*\{+([^{}]*itsEnumNames[^{}]*)\}+\s*<\/td>/.exec(list) ?? []
  const source = `const itsEnumNames = { open: () => 'Open' }
    export default (values) => values.map((its_enum) => ((post) => ${code})({ its_enum }))`
  const module = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  return module.default(values)
}

/** The texts of a page: in the attributes that users read or hear, between its tags, and in its code. */
function findTexts({ text }: PageText): readonly string[] {
  const markup = text.replaceAll(/<script.*?<\/script>|\/\*.*?\*\//gs, '')
  return [
    /(?<=[\s:](?:title|label|caption|actions|aria-label)=(?:"|\{`|"`))[A-Z][^"`]*/g,
    /(?<=[>}])\s*(?:, or|[A-Z]\w*)(?:\s+[a-z(][\w()]*)*[.?]?\s*(?=<\/?[a-zA-Z])/g,
    /'(?:Yes|No)'/g,
  ].flatMap((texts) => markup.match(texts) ?? [])
}

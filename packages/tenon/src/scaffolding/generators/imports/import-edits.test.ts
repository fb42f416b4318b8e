import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addImport, addImports, removeImport } from './import-edits.ts'

const line = `import { auth } from './auth.ts'`

describe('addImport', () => {
  it('adds a line after the last import, even if that spans several lines', () => {
    const text = `import a from 'a'\nimport {\n  b,\n} from 'b'\n\nconst c = 'import x'\n`

    const added = addImport(text, `import d from 'd'`)

    assert.equal(added, text.replace(`from 'b'\n`, `from 'b'\nimport d from 'd'\n`))
  })

  it('does not change a file without imports', () => {
    assert.equal(addImport('const a = 1\n', `import d from 'd'`), undefined)
  })

  it('adds to an import of the module, in the form that it has', () => {
    const forms = [
      [`import { perUser } from './auth.ts'`, `import { auth, perUser } from './auth.ts'`],
      [`import { z, a } from './auth.ts'`, `import { z, a, auth } from './auth.ts'`],
      [`import { b as c } from './auth.ts'`, `import { auth, b as c } from './auth.ts'`],
      [`import { auth as a } from './auth.ts'`, `import { auth, auth as a } from './auth.ts'`],
      [`import { b, type A } from './auth.ts'`, `import { auth, b, type A } from './auth.ts'`],
      [`import { perUser } from "./auth.ts";`, `import { auth, perUser } from "./auth.ts";`],
      [`import {\n  b,\n  c,\n} from './auth.ts'`, `import { auth, b, c } from './auth.ts'`],
    ] as const

    const added = forms.map(([before]) => addImport(`${before}\n`, line))

    assert.deepEqual(
      added,
      forms.map(([, after]) => `${after}\n`),
    )
  })

  it('leaves what is imported already, in any form', () => {
    const forms = [
      line,
      `import { auth } from "./auth.ts";`,
      `import { auth, perAddress } from './auth.ts'`,
      `import {\n  auth, // who is logged in\n  perAddress,\n} from './auth.ts'`,
      `import accounts, { auth } from './auth.ts'`,
    ]

    const added = forms.map((form) => addImport(`${form}\n`, line))

    assert.deepEqual(
      added,
      forms.map((form) => `${form}\n`),
    )
  })

  it('adds a line of its own if the module is imported in a form without room for a name', () => {
    const forms = [
      `import type { Session } from './auth.ts'`,
      `import * as accounts from './auth.ts'`,
      `import accounts from './auth.ts'`,
      `import {\n  perAddress, // limits, as well\n} from './auth.ts'`,
      `import './auth.ts'`,
    ]

    const added = forms.map((form) => addImport(`${form}\n`, line))

    assert.deepEqual(
      added,
      forms.map((form) => `${form}\n${line}\n`),
    )
  })

  it('does not change a file that uses the name for something else', () => {
    const forms = [
      `import { auth } from 'other'`,
      `import { login as auth } from './auth.ts'`,
      `import * as auth from './auth.ts'`,
      `import auth from './auth.ts'`,
      `import type { auth } from './auth.ts'`,
      `import { type auth } from './auth.ts'`,
      `import { a } from 'a'\n\nconst auth = a()`,
      `import { a } from 'a'\n\nexport async function auth() {}`,
    ]

    for (const form of forms) assert.equal(addImport(`${form}\n`, line), undefined, form)
  })

  it('breaks a line that gets too long', () => {
    const long = 'aRatherLongNameThatIsImportedFromSomewhere'
    const text = `import { ${long}1, ${long}2 } from 'tenon'\n`

    assert.equal(
      addImport(text, `import { z } from 'tenon'`),
      `import {\n  ${long}1,\n  ${long}2,\n  z,\n} from 'tenon'\n`,
    )
  })
})

describe('addImports', () => {
  it('adds all of them, or none', () => {
    const text = `import { a } from 'a'\n`

    assert.equal(
      addImports(text, [line, `import { b } from 'a'`]),
      `import { a, b } from 'a'\n${line}\n`,
    )
    assert.equal(addImports(text, [line, `import { a } from 'b'`]), undefined)
  })
})

describe('removeImport', () => {
  it('takes back what addImport has added, of imports in any form', () => {
    const forms = [
      `import { a } from 'a'`,
      `import { asTeam, perAddress } from './auth.ts'`,
      `import { b as c } from "./auth.ts";`,
      `import type { Session } from './auth.ts'`,
      `import * as accounts from './auth.ts'`,
    ]

    for (const form of forms) {
      const added = addImport(`${form}\n\nx()\n`, line) ?? ''

      assert.match(added, /\bauth\b[^.]/, form)
      assert.equal(removeImport(added, line), `${form}\n\nx()\n`)
    }
  })

  it('leaves what the file uses, but not what it only mentions', () => {
    const text = `import { auth, del, get, routes } from 'tenon'\n\n`
    const code = `// auth\nroutes([get('/del'), x.auth, \`\${del()}\`])\n`

    assert.equal(
      removeImport(text + code, `import { auth, del, get } from 'tenon'`),
      `import { del, get, routes } from 'tenon'\n\n${code}`,
    )
  })

  it('leaves another import of the same name', () => {
    const text = `import { auth } from 'other'\n`

    assert.equal(removeImport(text, line), text)
  })
})

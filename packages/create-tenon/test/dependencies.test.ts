import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { packTemplate } from '../pack/pack-template.ts'
import { templates } from '../pack/templates.ts'

/** Packages that Tenon loads when an application uses a feature, with how that reads. */
const features: readonly (readonly [feature: RegExp, name: string])[] = [
  [/^ {2}variants: \{/m, 'sharp'],
  [/\.tool\(/, '@modelcontextprotocol/server'],
  [/'tenon\/auth\/passkeys'/, '@simplewebauthn/server'],
  [/\bsecondFactor: \{/, 'otpauth'],
  [/\bisCommonPassword\b/, '@zxcvbn-ts/language-common'],
]

it('each new application installs the packages that its features need', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-templates-'))
  const missing: string[] = []
  // Those without the todo list have the packages of those with it.
  for (const { name } of templates.filter((each) => !each.name.endsWith('-empty'))) {
    const app = join(folder, name)
    packTemplate(name, app)
    const { dependencies } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))
    const paths = globSync('{main.ts,app/**/*.ts}', { cwd: app })
    const code = paths.map((path) => readFileSync(join(app, path), 'utf8')).join('\n')
    const needed = features.filter(([feature]) => feature.test(code))
    missing.push(...needed.flatMap(([, each]) => (each in dependencies ? [] : `${name}: ${each}`)))
  }
  rmSync(folder, { recursive: true })

  assert.deepEqual(missing, [])
})

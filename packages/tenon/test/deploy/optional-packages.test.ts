import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempDisposableSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { apiFile } from '../contract/start-api.ts'
import { notes } from '../faults/start-binary.ts'
import { bareEnvironment } from '../support/bare-environment.ts'

const tenon = join(import.meta.dirname, 'tenon.ts')
const hook = join(import.meta.dirname, 'hide-package.ts')

/** Runs a file with only these variables, as if a package were not installed. */
function runWithout(
  hidden: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  cwd = dirname(notes),
) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=source', `--import=${hook}`, ...words],
    {
      cwd,
      env: { ...bareEnvironment, HIDDEN_PACKAGE: hidden, ...environment },
      encoding: 'utf8',
    },
  )
  return { status, stdout, stderr }
}

/** Starts `tenon dev` in the application with tools, as if a package were not installed. */
async function startDevelopment(hidden: string) {
  const child = spawn(process.execPath, ['--conditions=source', `--import=${hook}`, tenon, 'dev'], {
    cwd: dirname(apiFile),
    env: {
      ...bareEnvironment,
      HIDDEN_PACKAGE: hidden,
      SERVER_PORT: '0',
      DATABASE_URL: 'sqlite::memory:',
    },
  })
  let output = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk)
    const port = /http:\/\/localhost:(\d+)/.exec(output)?.[1]
    if (port !== undefined) return { child, port }
  }
  throw new Error(output)
}

describe('without Vite', () => {
  for (const command of ['dev', 'build']) {
    it(`tenon ${command} says what to install`, () => {
      const { status, stderr } = runWithout('vite', [tenon, command])

      assert.equal(status, 1)
      assert.match(stderr, /^This command needs Vite[^\n]*npm install --save-dev vite[^\n]*\n$/)
    })
  }
})

describe('without prom-client', () => {
  it('a server with metrics enabled says what to install, and does not start', () => {
    const environment = { METRICS_PORT: '0', SERVER_PORT: '0', DATABASE_URL: 'sqlite::memory:' }

    const { status, stderr } = runWithout('prom-client', [notes], environment)

    assert.equal(status, 1)
    assert.match(stderr, /^Metrics need [^\n]*npm install prom-client[^\n]*build again[^\n]*\n$/)
  })
})

describe('without @modelcontextprotocol/server', () => {
  it('a server with tools for agents says what to install, and does not start', () => {
    const environment = { SERVER_PORT: '0', DATABASE_URL: 'sqlite::memory:' }

    const { status, stderr } = runWithout('@modelcontextprotocol/server', [apiFile], environment)

    assert.equal(status, 1)
    assert.match(
      stderr,
      /^A route says \.tool\(\)[^\n]*npm install @modelcontextprotocol\/server[^\n]*\n$/,
    )
  })
})

describe('without @modelcontextprotocol/server, an application with tools for agents', () => {
  const hidden = '@modelcontextprotocol/server'
  const environment = { DATABASE_URL: 'sqlite::memory:', SERVER_PORT: '0' }
  const install = /npm install @modelcontextprotocol\/server/

  it('does not migrate, so that the version before it goes on', () => {
    const { status, stderr } = runWithout(hidden, [apiFile, 'migrate'], environment)

    assert.equal(status, 1)
    assert.match(stderr, install)
  })

  it('is an error of doctor', () => {
    const { status, stdout } = runWithout(hidden, [apiFile, 'doctor'], environment)

    assert.equal(status, 1)
    assert.match(stdout, /^error {4}E_TOOL: .*npm install @modelcontextprotocol\/server/m)
  })

  it('does not start in a test', () => {
    const { stdout } = runWithout(hidden, [
      '--eval',
      `import('${join(import.meta.dirname, '../../src/testing.ts')}')
        .then(({ testApp }) => testApp({ application: '${apiFile}' }))
        .catch(({ code, message }) => console.log(code, message))`,
    ])

    assert.match(stdout, /^E_TOOL /)
    assert.match(stdout, install)
  })

  it('shows the reason under tenon dev', async () => {
    const { child, port } = await startDevelopment(hidden)
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } })
    child.kill('SIGTERM')

    assert.equal(answer.status, 500)
    assert.match(await answer.text(), install)
  })

  it('is built with a warning, also into a folder elsewhere', () => {
    using place = mkdtempDisposableSync(join(tmpdir(), 'tenon-tools-'))
    using elsewhere = mkdtempDisposableSync(join(tmpdir(), 'tenon-built-'))
    writeFileSync(join(place.path, 'main.ts'), `console.log({ tool() {} }.tool('x'))\n`)
    const words = [tenon, 'build', `--out=${elsewhere.path}`]

    const { status, stderr, stdout } = runWithout(hidden, words, {}, place.path)

    assert.equal(status, 0, stderr)
    assert.match(stdout + stderr, install)
    assert.ok(existsSync(join(elsewhere.path, 'main.js')))
    assert.deepEqual(readdirSync(place.path), ['main.ts'])
  })
})

describe('without otpauth or qrcode-generator', () => {
  const libraries = join(
    import.meta.dirname,
    '../../src/identity/accounts/second-factor/factor-libraries.ts',
  )
  const load = (name: string) => [
    '--eval',
    `import('${libraries}').then((module) => module.${name}()).catch(({ code, message }) => console.log(code, message))`,
  ]

  it('a second factor says what to install', () => {
    for (const [hidden, name] of [
      ['otpauth', 'loadOtpauth'],
      ['qrcode-generator', 'loadQrCode'],
    ] as const) {
      const { stdout } = runWithout(hidden, load(name))

      assert.match(
        stdout,
        /^E_SECOND_FACTOR [^\n]*npm install otpauth qrcode-generator[^\n]*\n$/,
        hidden,
      )
    }
  })
})

describe('without openid-client or @simplewebauthn/server', () => {
  const source = join(import.meta.dirname, '../../src')
  const run = (hidden: string, work: string) =>
    runWithout(hidden, [
      '--input-type=module',
      '--eval',
      `import { accounts } from '${source}/auth.ts'
      import { c, Model } from '${source}/models.ts'
      class User extends Model('users', { id: c.id(), email: c.text().unique(), password: c.text().hidden() }) {}
      const auth = accounts(User, { login: 'email', password: 'password' })
      try { ${work} } catch ({ code, message }) { console.log(code, message) }`,
    ])

  it('providers say what to install when the application is loaded', () => {
    const { stdout } = run(
      'openid-client',
      `const { google, oauth } = await import('${source}/auth-oauth.ts')
      const main = google({ clientId: 'a', clientSecret: 'b' })
      oauth(auth, { origin: 'https://shop.example', providers: { main } })`,
    )

    assert.match(stdout, /^E_OAUTH [^\n]*npm install openid-client[^\n]*build again[^\n]*\n$/)
  })

  it('an application without providers does not need it', () => {
    const { stdout } = run(
      'openid-client',
      `const { oauth } = await import('${source}/auth-oauth.ts')
      console.log(oauth(auth, { origin: '', providers: {} }).available.length)`,
    )

    assert.equal(stdout, '0\n')
  })

  it('passkeys say what to install when the application is loaded', () => {
    const { stdout } = run(
      '@simplewebauthn/server',
      `const { passkeys } = await import('${source}/auth-passkeys.ts')
      passkeys(auth, { name: 'Shop', origin: 'https://shop.example' })`,
    )

    assert.match(
      stdout,
      /^E_PASSKEYS [^\n]*npm install @simplewebauthn\/server[^\n]*build again[^\n]*\n$/,
    )
  })
})

describe('a build of an application with passkeys', () => {
  const library = join(import.meta.dirname, '../../src/identity/passkeys/passkey-library.ts')

  /** Builds a file and runs the build, beside which no package is installed. */
  function runBuilt(mainFile: string) {
    using place = mkdtempDisposableSync(join(tmpdir(), 'tenon-passkeys-'))
    writeFileSync(join(place.path, 'main.ts'), mainFile)
    const built = runWithout('nothing', [tenon, 'build'], {}, place.path)
    assert.equal(built.status, 0, built.stderr)
    return spawnSync(process.execPath, [join(place.path, 'build/main.js')], {
      encoding: 'utf8',
    })
  }

  it('has the package, and loads it with the first passkey', () => {
    const { stdout, stderr } = runBuilt(
      `import { webAuthn } from '${library}'
      webAuthn.assertInstalled()
      const before = Reflect.has(Reflect, 'getMetadata')
      const { generateRegistrationOptions } = await webAuthn.load()
      console.log(before, Reflect.has(Reflect, 'getMetadata'), typeof generateRegistrationOptions)`,
    )

    assert.equal(stdout, 'false true function\n', stderr)
  })

  it('says at its start that the package was not installed where it was built', () => {
    const { stdout } = runBuilt(
      `try { import.meta.resolve('@simplewebauthn/server') } catch (error) { console.log(error.code) }`,
    )

    assert.equal(stdout, 'ERR_MODULE_NOT_FOUND\n')
  })
})

describe('without @zxcvbn-ts/language-common', () => {
  it('the first check of a password says what to install', () => {
    const file = join(import.meta.dirname, '../../src/identity/passwords/common-passwords.ts')
    const code = `import('${file}').then((module) => module.isCommonPassword('')).catch(({ code, message }) => console.log(code, message))`

    const { stdout } = runWithout('@zxcvbn-ts/language-common', ['--eval', code])

    assert.match(
      stdout,
      /^E_COMMON_PASSWORDS [^\n]*npm install @zxcvbn-ts\/language-common[^\n]*\n$/,
    )
  })
})

describe('without @redis/client', () => {
  it('doctor says what to install and to build again', () => {
    const environment = { REDIS_URL: 'redis://127.0.0.1:1', DATABASE_URL: 'sqlite::memory:' }

    const { status, stdout } = runWithout('@redis/client', [notes, 'doctor'], environment)

    assert.equal(status, 1)
    assert.match(stdout, /^error {4}REDIS_URL: [^\n]*npm install @redis\/client[^\n]*build again/m)
  })
})

describe('without @aws-sdk/client-s3', () => {
  it('the first use of a bucket says what to install and to build again', () => {
    const environment = { STORAGE_URL: 's3://files', DATABASE_URL: 'sqlite::memory:' }

    const hidden = '@aws-sdk/client-s3'
    const { status, stderr } = runWithout(hidden, [notes, 'storage:sweep'], environment)

    assert.equal(status, 1)
    assert.match(
      stderr,
      /npm install @aws-sdk\/client-s3 @aws-sdk\/s3-request-presigner[^\n]*build again/,
    )
  })
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { fromSources, tenonCommand } from '../support/bundled-program.ts'

const workspace = join(import.meta.dirname, '../../../..')

/** Files that each side may import; the model runs on the server only. */
const common = {
  'app/models/ticket.ts': `import { c, Model } from 'tenon/models'
    export const statuses = ['open', 'closed'] as const
    export class Ticket extends Model('tickets', { id: c.id(), secret_note: c.text() }) {}`,
  'app/shared/statuses.ts': `export const statuses = ['open', 'closed', 'shared-word'] as const`,
  'app/files.ts': `import { readFileSync } from 'node:fs'
    export const read = (path: string) => readFileSync(path)`,
}

const pages = {
  react: {
    file: 'resources/pages/Tickets/Index.tsx',
    toText: (name: string, path: string) =>
      `import { ${name} as used } from '${path}'
      export default () => <p>{String(used)}</p>`,
  },
  vue: {
    file: 'resources/pages/Tickets/Index.vue',
    toText: (name: string, path: string) =>
      `<script setup lang="ts">import { ${name} as used } from '${path}'</script>
      <template><p>{{ String(used) }}</p></template>`,
  },
  svelte: {
    file: 'resources/pages/Tickets/Index.svelte',
    toText: (name: string, path: string) =>
      `<script lang="ts">import { ${name} as used } from '${path}'</script>
      <p>{String(used)}</p>`,
  },
}

type Framework = keyof typeof pages

/** Writes an application of a framework into the workspace, so that it finds the packages. */
function createApp(framework: Framework, files: Readonly<Record<string, string>>) {
  mkdirSync(join(workspace, '.tmp'), { recursive: true })
  const place = mkdtempDisposableSync(join(workspace, '.tmp/boundary-'))
  if (framework !== 'react') {
    const fixture = join(workspace, 'packages/tenon/fixtures', framework)
    cpSync(fixture, place.path, { recursive: true })
    for (const folder of ['pages', 'mails']) {
      rmSync(join(place.path, 'resources', folder), { recursive: true })
    }
  }
  const all = {
    'package.json': '{ "type": "module" }',
    'main.ts': 'export {}',
    ...common,
    ...files,
  }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(place.path, path)), { recursive: true })
    writeFileSync(join(place.path, path), text)
  }
  return place
}

function tenon(root: string, ...args: readonly string[]) {
  const node = [...fromSources(), tenonCommand(), ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, node, {
    cwd: root,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

/** The code that browsers load. */
function readAssets(root: string): string {
  const files = globSync('build/public/assets/*.js', { cwd: root })
  assert.notEqual(files.length, 0)
  return files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
}

/** A page that imports a component, which imports `name` from `path`. */
function withComponent(name: string, path: string): Readonly<Record<string, string>> {
  return {
    [pages.react.file]: pages.react.toText('Badge', '../../components/Badge.tsx'),
    'resources/components/Badge.tsx': `import { ${name} as used } from '${path}'
      export const Badge = () => used`,
  }
}

describe('a page that reaches server code', { timeout: 480_000 }, () => {
  it('fails the types with the chain of imports, and says what to do', () => {
    using app = createApp('react', withComponent('statuses', '../../app/models/ticket.ts'))

    const { status, output } = tenon(app.path, 'types')

    assert.equal(status, 1)
    assert.match(
      output,
      / {2}resources\/pages\/Tickets\/Index\.tsx\n {4}→ resources\/components\/Badge\.tsx\n {4}→ app\/models\/ticket\.ts\n {4}→ tenon\/models\n/,
    )
    assert.match(output, /"import type".*app\/shared/)
    assert.doesNotMatch(output, /For links/)
    assert.doesNotMatch(output, / at /)
  })

  it('fails the build, which writes nothing', () => {
    using app = createApp('react', withComponent('statuses', '../../app/models/ticket.ts'))

    const { status, output } = tenon(app.path, 'build')

    assert.equal(status, 1)
    assert.match(output, /→ app\/models\/ticket\.ts\n {4}→ tenon\/models\n/)
    assert.deepEqual(globSync('build/**', { cwd: app.path }), [])
  })

  it('fails for modules of Node, and names each chain', () => {
    using app = createApp('react', {
      ...withComponent('read', '../../app/files.ts'),
      'resources/pages/Home.tsx': `import { route } from 'tenon'\nexport default () => route('home')`,
      'resources/pages/Late.tsx': `export default () => import('node:os')`,
    })

    const { output } = tenon(app.path, 'types')

    assert.match(output, /Badge\.tsx\n {4}→ app\/files\.ts\n {4}→ node:fs\n/)
    assert.match(output, / {2}resources\/pages\/Home\.tsx\n {4}→ tenon\n/)
    assert.match(output, / {2}resources\/pages\/Late\.tsx\n {4}→ node:os\n/)
    assert.match(output, /For links, import route\(\) from "tenon\/client"\./)
  })

  it('fails in Vue', () => {
    const { file, toText } = pages.vue
    using app = createApp('vue', { [file]: toText('statuses', '../../../app/models/ticket.ts') })

    const types = tenon(app.path, 'types')
    const build = tenon(app.path, 'build')

    const chain = / {2}resources\/pages\/Tickets\/Index\.vue\n {4}→ app\/models\/ticket\.ts\n/
    assert.deepEqual([types.status, build.status], [1, 1])
    assert.match(types.output, chain)
    assert.match(build.output, chain)
  })

  it('fails in Svelte', () => {
    const { file, toText } = pages.svelte
    using app = createApp('svelte', { [file]: toText('statuses', '../../../app/models/ticket.ts') })

    const types = tenon(app.path, 'types')
    const build = tenon(app.path, 'build')

    const chain = / {2}resources\/pages\/Tickets\/Index\.svelte\n {4}→ app\/models\/ticket\.ts\n/
    assert.deepEqual([types.status, build.status], [1, 1])
    assert.match(types.output, chain)
    assert.match(build.output, chain)
  })

  it('fails as a mail, and as what renders pages on the server', () => {
    const mail = `import { Ticket } from '../../app/models/ticket.ts'
      export default () => <p>{String(Ticket)}</p>`
    const renderer = `import { Ticket } from '../app/models/ticket.ts'
      export default () => String(Ticket)`
    using mails = createApp('react', { 'resources/mails/Closed.tsx': mail })
    using rendered = createApp('react', {
      'resources/pages/Home.tsx': 'export default () => null',
      'resources/ssr.tsx': renderer,
    })

    const ofMails = [tenon(mails.path, 'types'), tenon(mails.path, 'build')]
    const ofRenderer = [tenon(rendered.path, 'types'), tenon(rendered.path, 'build')]

    for (const { status, output } of ofMails) {
      assert.equal(status, 1, output)
      assert.match(
        output,
        / {2}resources\/mails\/Closed\.tsx\n {4}→ app\/models\/ticket\.ts\n/,
        output,
      )
    }
    for (const { status, output } of ofRenderer) {
      assert.equal(status, 1, output)
      assert.match(output, / {2}resources\/ssr\.tsx\n {4}→ app\/models\/ticket\.ts\n/, output)
    }
  })
})

describe(
  'a page that imports types of the server and words of both sides',
  { timeout: 120_000 },
  () => {
    it('passes, and browsers get the words alone', () => {
      using app = createApp('react', {
        [pages.react.file]: `import type { Ticket } from '../../../app/models/ticket.ts'
        import { statuses } from '../../../app/shared/statuses.ts'
        export default ({ ticket }: { ticket: Ticket }) => <p>{statuses.join(ticket.secret_note)}</p>`,
      })

      const types = tenon(app.path, 'types')
      const build = tenon(app.path, 'build')

      assert.equal(types.status, 0, types.output)
      assert.equal(build.status, 0, build.output)
      assert.match(readAssets(app.path), /shared-word/)
      assert.doesNotMatch(readAssets(app.path), /[`'"]tickets[`'"]|E_DATABASE/)
    })
  },
)

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse as parseToml } from 'smol-toml'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { fromSources } from '../support/bundled-program.ts'

const workspace = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(workspace, 'deploy', path), 'utf8')
const readYaml = (path: string): unknown => parse(read(path), { merge: true })

const program = [...fromSources(), join(workspace, 'examples/todo/main.ts'), 'help']
const help = execFileSync(process.execPath, program, { encoding: 'utf8' })

const probes = ['/_app/live', '/_app/ready']

describe('fly.toml', () => {
  const file = z
    .object({
      kill_signal: z.string(),
      kill_timeout: z.string(),
      env: z.record(z.string(), z.string()),
      deploy: z.object({ release_command: z.string() }),
      processes: z.record(z.string(), z.string()),
      http_service: z.object({
        internal_port: z.number(),
        checks: z.array(z.object({ path: z.string() })),
      }),
      checks: z.object({
        work: z.object({ port: z.number(), path: z.enum(probes), processes: z.array(z.string()) }),
      }),
    })
    .parse(parseToml(read('fly/fly.toml')))

  it('starts modes that the application has, and stops them as it wants to be stopped', () => {
    assertCommands([file.deploy.release_command, ...Object.values(file.processes)])
    assert.deepEqual([file.kill_signal, file.kill_timeout], ['SIGTERM', '30s'])
  })

  it('asks the port of the image for readiness', () => {
    assert.match(
      readFileSync(join(workspace, 'deploy/Dockerfile'), 'utf8'),
      /SERVER_PORT=8080[^]*WORK_PORT=8080/,
    )
    assert.equal(file.http_service.internal_port, 8080)
    assert.deepEqual(
      file.http_service.checks.map(({ path }) => path),
      ['/_app/ready'],
    )
    assert.deepEqual(file.checks.work, {
      port: 8080,
      path: '/_app/ready',
      processes: ['work'],
    })
  })

  it('sets variables that exist', () => {
    assertVariables(Object.keys(file.env))
  })
})

describe('render.yaml', () => {
  const variable = z.union([z.object({ key: z.string() }), z.object({ fromGroup: z.string() })])
  const service = z.object({
    startCommand: z.string(),
    preDeployCommand: z.string().optional(),
    healthCheckPath: z.string().optional(),
    maxShutdownDelaySeconds: z.number(),
    envVars: z.array(variable),
  })
  const group = z.object({ name: z.string(), envVars: z.array(z.object({ key: z.string() })) })
  const file = z
    .object({ services: z.array(service), envVarGroups: z.array(group) })
    .parse(readYaml('render/render.yaml'))

  it('migrates before it starts, and gives each process the time to stop', () => {
    const [web, work] = file.services

    assertScripts([web?.preDeployCommand, web?.startCommand, work?.startCommand])
    assert.ok(probes.includes(web?.healthCheckPath ?? ''))
    assert.ok(file.services.every(({ maxShutdownDelaySeconds }) => maxShutdownDelaySeconds >= 30))
  })

  it('asks for what mail needs once its lines are not comments any more', () => {
    const asked = read('render/render.yaml').replaceAll(/^( +)# (?=- key:|  sync:)/gm, '$1')
    const prompt = z.object({ key: z.string(), sync: z.literal(false) })
    const { services } = z
      .object({ services: z.array(z.object({ envVars: z.array(z.unknown()) })) })
      .parse(parse(asked, { merge: true }))

    const prompts = services.map(({ envVars }) =>
      envVars.flatMap((each) => prompt.safeParse(each).data?.key ?? []),
    )
    assert.deepEqual(prompts, [
      ['APP_URL', 'MAIL_URL'],
      ['APP_URL', 'MAIL_URL'],
    ])
  })

  it('sets variables that exist, from groups that exist', () => {
    const variables = file.services.flatMap(({ envVars }) => envVars)
    const own = variables.flatMap((each) => ('key' in each ? [each.key] : []))
    const groups = new Set(
      variables.flatMap((each) => ('fromGroup' in each ? [each.fromGroup] : [])),
    )

    assertVariables(own.filter((name) => name !== 'NODE_VERSION'))
    assert.deepEqual(
      [...groups],
      file.envVarGroups.map(({ name }) => name),
    )
  })
})

describe('railway.json', () => {
  it('migrates before it starts, asks for readiness, and waits for the process to stop', () => {
    const deploy = z.object({
      preDeployCommand: z.array(z.string()),
      startCommand: z.string(),
      healthcheckPath: z.enum(probes),
      drainingSeconds: z.number().min(30),
    })
    const file = z.object({ deploy }).parse(JSON.parse(read('railway/railway.json')))

    assertScripts([...file.deploy.preDeployCommand, file.deploy.startCommand])
  })
})

// "Railway will always build with a Dockerfile if it finds one", and a new application has one.
describe('railway.json and railway.work.json', () => {
  it('start the image of the Dockerfile, whose folder is the build', () => {
    const file = z.strictObject({
      $schema: z.string(),
      build: z.strictObject({ builder: z.literal('DOCKERFILE') }),
      deploy: z.object({
        preDeployCommand: z.array(z.string()).default([]),
        startCommand: z.string(),
      }),
    })

    for (const name of ['railway', 'railway.work']) {
      const { deploy } = file.parse(JSON.parse(read(`railway/${name}.json`)))
      for (const command of [...deploy.preDeployCommand, deploy.startCommand]) {
        assert.match(command, /^node main\.js(?: \w+)?$/, name)
      }
    }
  })
})

describe('the Procfile', () => {
  it('has a release phase that migrates, a web process and a worker', () => {
    const lines = read('heroku/Procfile').trim().split('\n')
    const types = lines.map((line) => line.split(':')[0])

    assert.deepEqual(types, ['release', 'web', 'worker'])
    assertScripts(lines.map((line) => line.slice(line.indexOf('node '))))
  })
})

describe('compose.yaml', () => {
  const service = z.object({
    image: z.string(),
    command: z.array(z.string()).default([]),
    stop_grace_period: z.string().optional(),
    environment: z.record(z.string(), z.string()).default({}),
    volumes: z.array(z.string()).default([]),
    depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  })
  const network = z.object({
    ipam: z.object({ config: z.array(z.object({ subnet: z.string() })) }),
  })
  const file = z
    .object({
      services: z.record(z.string(), service),
      networks: z.object({ default: network }),
      volumes: z.record(z.string(), z.null()),
    })
    .parse(readYaml('compose/compose.yaml'))
  const own = Object.entries(file.services).filter(([, { image }]) => image === 'app')

  it('starts modes that the application has, after the migration', () => {
    assertCommands(own.flatMap(([, { command }]) => command))
    const waiting = own.filter(([name]) => name !== 'migrate')
    assert.deepEqual(
      waiting.map(([, { depends_on }]) => depends_on['migrate']?.condition),
      ['service_completed_successfully', 'service_completed_successfully'],
    )
  })

  it('trusts its own network alone, gives 30 s to stop, and sets variables that exist', () => {
    const subnet = file.networks.default.ipam.config[0]?.subnet
    for (const [name, { environment, stop_grace_period }] of own) {
      const { TRUSTED_PROXIES: proxies } = environment
      assert.deepEqual([proxies, stop_grace_period], [subnet, '30s'], name)
      assertVariables(Object.keys(environment))
    }
  })

  it('keeps uploaded files in a volume that all processes share, whose folder the image gives to its user', () => {
    const made = /^RUN install --directory --owner=node --group=node (\S+)/m
    const [, folder = ''] = made.exec(read('Dockerfile')) ?? []
    const files = own.map(([, { environment, volumes }]) => [environment['STORAGE_URL'], volumes])

    assert.ok('files' in file.volumes)
    assert.deepEqual(
      files,
      own.map(() => [`\${STORAGE_URL:-file:${folder}/storage}`, [`files:${folder}`]]),
    )
  })

  it('waits for services that it has', () => {
    const names = Object.keys(file.services)
    const wanted = Object.values(file.services).flatMap(({ depends_on }) => Object.keys(depends_on))

    assert.deepEqual(
      wanted.filter((name) => !names.includes(name)),
      [],
    )
  })

  it('has a configuration that Caddy understands', { skip: findObstacle() }, () => {
    const path = join(workspace, 'deploy/compose/Caddyfile')
    const words = ['validate', '--config', path, '--adapter', 'caddyfile']

    execFileSync('caddy', words, { env: { ...process.env, SITE: 'app.example' }, stdio: 'pipe' })
  })
})

describe('the manifests for Kubernetes', () => {
  const labels = z.record(z.string(), z.string())
  const probe = z.object({ httpGet: z.object({ path: z.enum(probes), port: z.string() }) })
  const container = z.object({
    image: z.string(),
    args: z.array(z.string()).default([]),
    ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
    livenessProbe: probe.optional(),
    readinessProbe: probe.optional(),
  })
  const template = z.object({
    metadata: z.object({ labels }).optional(),
    spec: z.object({
      terminationGracePeriodSeconds: z.number().optional(),
      containers: z.array(container),
    }),
  })
  const file = z.object({
    kind: z.string(),
    metadata: z.object({ name: z.string().optional() }),
    spec: z.object({
      selector: z.union([z.object({ matchLabels: labels }), labels]).optional(),
      template: template.optional(),
    }),
  })
  const names = ['web', 'work', 'ingress', 'migrate']
  const resources = names.flatMap((name) =>
    parseAllDocuments(read(`kubernetes/${name}.yaml`)).map((each) => file.parse(each.toJS())),
  )
  const pods = resources.flatMap(({ spec }) => (spec.template === undefined ? [] : [spec.template]))

  it('start modes that the application has', () => {
    assertCommands(pods.flatMap(({ spec }) => spec.containers.flatMap(({ args }) => args)))
  })

  it('probe what serves and what works, each on a port that the image opens', () => {
    const lasting = pods.filter(({ metadata }) => metadata !== undefined)
    const probed = lasting.flatMap(({ spec }) =>
      spec.containers.map(({ livenessProbe, readinessProbe, ports }) => [
        livenessProbe?.httpGet.path,
        readinessProbe?.httpGet.path,
        ports[0]?.containerPort,
        ports[0]?.name === livenessProbe?.httpGet.port,
      ]),
    )

    assert.deepEqual(probed, [
      ['/_app/live', '/_app/ready', 8080, true],
      ['/_app/live', '/_app/ready', 8080, true],
    ])
  })

  it('select pods that there are', () => {
    const existing = pods.map(({ metadata }) => JSON.stringify(metadata?.labels))
    const selected = resources.flatMap(({ spec: { selector } }) => {
      if (selector === undefined) return []
      return JSON.stringify('matchLabels' in selector ? selector['matchLabels'] : selector)
    })

    assert.equal(selected.length, 4)
    assert.deepEqual(
      selected.filter((each) => !existing.includes(each)),
      [],
    )
  })

  it('give what runs for long the 30 s that it may need to stop', () => {
    const lasting = pods.filter(({ metadata }) => metadata !== undefined)

    assert.deepEqual(
      lasting.map(({ spec }) => spec.terminationGracePeriodSeconds),
      [30, 30],
    )
  })

  it('lists files that there are', () => {
    const { resources: listed } = z
      .object({ resources: z.array(z.string()) })
      .parse(readYaml('kubernetes/kustomization.yaml'))

    assert.deepEqual(listed, ['web.yaml', 'work.yaml', 'ingress.yaml'])
  })
})

/** Each is `node build/main.js`, some with a command that the application has. */
function assertScripts(scripts: readonly (string | undefined)[]): void {
  const words = scripts.map((script = '') => /^node (?:build\/)?main\.js ?(\S*)$/.exec(script)?.[1])
  assert.ok(!words.includes(undefined), scripts.join(', '))
  assertCommands(words.map((word) => word || 'serve'))
}

function assertCommands(commands: readonly string[]): void {
  assert.notEqual(commands.length, 0)
  assert.deepEqual(
    commands.filter((command) => !help.includes(`\n${command} `)),
    [],
  )
}

function assertVariables(names: readonly string[]): void {
  const reference = readFileSync(join(workspace, 'docs/reference/configuration.md'), 'utf8')
  assert.deepEqual(
    names.filter((name) => !reference.includes(`| \`${name}\` |`)),
    [],
  )
}

function findObstacle(): string | false {
  try {
    execFileSync('caddy', ['version'], { stdio: 'ignore' })
    return false
  } catch {
    return 'caddy is not installed: apt-get install caddy'
  }
}

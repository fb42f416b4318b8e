import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { readUnit } from './systemd-unit.ts'

const read = (path: string): string =>
  readFileSync(join(import.meta.dirname, '../../../../deploy', path), 'utf8')

/** What the files of a deployment start: the words after `node main.js`, and their variables. */
export interface Deployment {
  readonly name: string
  readonly migrate: Start
  readonly processes: readonly Start[]
}

export interface Start {
  readonly argv: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/** Reads what each of the files in `deploy/` starts. */
export function readDeployments(): readonly Deployment[] {
  return [systemd(), compose(), kubernetes(), heroku(), fly(), render(), railway()]
}

function systemd(): Deployment {
  const [web, work] = ['app-web', 'app-work'].map((name) => readUnit(name))
  return {
    name: 'systemd',
    migrate: toScript(web?.startPre[0]),
    processes: [toScript(web?.start), toScript(work?.start)],
  }
}

function compose(): Deployment {
  const service = z.object({ image: z.string(), command: z.array(z.string()).default([]) })
  const { services } = z
    .object({ services: z.record(z.string(), service) })
    .parse(parse(read('compose/compose.yaml'), { merge: true }))
  const own = Object.entries(services).filter(([, { image }]) => image === 'app')
  return {
    name: 'compose',
    migrate: toStart(services['migrate']?.command),
    processes: own.filter(([name]) => name !== 'migrate').map(([, each]) => toStart(each.command)),
  }
}

function kubernetes(): Deployment {
  const container = z.object({ args: z.array(z.string()).default([]) })
  const pod = z.object({ spec: z.object({ containers: z.array(container) }) })
  const resource = z.object({ spec: z.object({ template: pod.optional() }) })
  const startOf = (name: string): Start => {
    const found = parseAllDocuments(read(`kubernetes/${name}.yaml`)).map((each) =>
      resource.parse(each.toJS()),
    )
    return toStart(found[0]?.spec.template?.spec.containers[0]?.args)
  }
  return {
    name: 'kubernetes',
    migrate: startOf('migrate'),
    processes: [startOf('web'), startOf('work')],
  }
}

function heroku(): Deployment {
  const lines = read('heroku/Procfile').trim().split('\n')
  const [release, ...others] = lines.map((line) => toScript(line.slice(line.indexOf('node '))))
  return { name: 'heroku', migrate: release ?? toStart(undefined), processes: others }
}

function fly(): Deployment {
  const { deploy, processes } = z
    .object({
      deploy: z.object({ release_command: z.string() }),
      processes: z.record(z.string(), z.string()),
    })
    .parse(parseToml(read('fly/fly.toml')))
  return {
    name: 'fly',
    migrate: toStart(deploy.release_command.split(' ')),
    processes: Object.values(processes).map((command) => toStart(command.split(' '))),
  }
}

function render(): Deployment {
  const service = z.object({ startCommand: z.string(), preDeployCommand: z.string().optional() })
  const { services } = z
    .object({ services: z.array(service) })
    .parse(parse(read('render/render.yaml'), { merge: true }))
  return {
    name: 'render',
    migrate: toScript(services[0]?.preDeployCommand),
    processes: services.map(({ startCommand }) => toScript(startCommand)),
  }
}

function railway(): Deployment {
  const file = z.object({
    deploy: z.object({
      preDeployCommand: z.array(z.string()).default([]),
      startCommand: z.string(),
    }),
  })
  const [web, work] = ['railway', 'railway.work'].map(
    (name) => file.parse(JSON.parse(read(`railway/${name}.json`))).deploy,
  )
  return {
    name: 'railway',
    migrate: toScript(web?.preDeployCommand[0]),
    processes: [toScript(web?.startCommand), toScript(work?.startCommand)],
  }
}

function toScript(command: string | undefined): Start {
  const [, argv] = /^(?:\/usr\/bin\/)?node (?:build\/)?main\.js ?(.*)$/.exec(command ?? '') ?? []
  if (argv === undefined) throw new Error(`"${command}" does not start the application.`)
  return toStart(argv.split(' ').filter(Boolean))
}

function toStart(argv: readonly string[] | undefined): Start {
  if (argv === undefined) throw new Error('There is no such process.')
  return { argv }
}

/** A scaffolder, and the commands that a stranger types until a page answers. */
export interface Contender {
  readonly name: string
  /** What the commands create. */
  readonly result: string
  /** Creates an application in the folder `app` and installs its packages. */
  readonly commands: readonly Command[]
  /** Serves it for development on a port; `undefined` if it cannot be served here. */
  readonly serve?: Serve
}

export type Serve = (port: number) => Serving

export type Command = readonly [program: string, ...args: string[]]

export interface Serving {
  readonly command: Command
  readonly env?: Readonly<Record<string, string>>
}

const install: Command = ['npm', 'install', '--prefix', 'app']

/** The packages that an AdonisJS application with a database, React pages and tests needs. */
const adonis = [
  ...['core', 'lucid', 'inertia', 'session', 'shield', 'static', 'vite', 'assembler'].map(
    (name) => `@adonisjs/${name}`,
  ),
  ...['@vinejs/vine', 'better-sqlite3', 'edge.js', 'luxon', 'reflect-metadata'],
  ...['@inertiajs/react', 'react', 'react-dom', '@types/react', '@types/react-dom', '@types/node'],
  ...['vite', '@vitejs/plugin-react', 'typescript', '@poppinss/ts-exec', 'pino-pretty'],
  ...['@japa/runner', '@japa/assert', '@japa/plugin-adonisjs'],
]

export const contenders: readonly Contender[] = [
  {
    name: 'create-tenon',
    result: 'routes, a migrated database, React pages, forms, tests, a linter',
    commands: [['npm', 'create', 'tenon@latest', 'app'], install],
    serve: (port) => ({
      command: ['npm', 'run', 'dev', '--prefix', 'app'],
      env: { SERVER_PORT: String(port) },
    }),
  },
  {
    name: 'create-adonisjs',
    result: 'the same in AdonisJS; only its packages, because the starter kit is on GitHub',
    commands: [
      ['mkdir', 'app'],
      ['npm', 'install', '--prefix', 'app', ...adonis],
    ],
  },
  {
    name: 'create-vite',
    result: 'React components and a linter; no server, no database',
    commands: [
      ['npm', 'create', 'vite@latest', 'app', '--', '--template', 'react-ts', '--no-interactive'],
      install,
    ],
    serve: (port) => ({
      command: [
        'npm',
        'run',
        'dev',
        '--prefix',
        'app',
        '--',
        '--port',
        String(port),
        '--host',
        '127.0.0.1',
      ],
    }),
  },
  {
    name: '@nestjs/cli',
    result: 'a controller that answers text, tests, a linter; no database, no pages',
    commands: [
      ['npx', '@nestjs/cli@latest', 'new', 'app', '--skip-git', '--package-manager', 'npm'],
    ],
    serve: (port) => ({
      command: ['npm', 'run', 'start', '--prefix', 'app'],
      env: { PORT: String(port) },
    }),
  },
]

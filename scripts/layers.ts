/**
 * The wings of `packages/tenon/src`, lowest first, each with the lines of its rooms, lowest first.
 * A wing imports from wings on lower lines, never from a neighbor. Inside a wing, a room imports
 * from itself and from the lines below it. Code that joins two rooms lives above both.
 */
export const wings: readonly Readonly<Record<string, Wing>>[] = [
  { base: [['support'], ['keys', 'log', 'console', 'language']] },
  {
    data: [
      ['database'],
      ['drivers', 'own', 'columns'],
      ['queries'],
      ['records'],
      ['relations'],
      ['models'],
      ['migrations'],
      ['introspection'],
    ],
  },
  { web: [['body'], ['http', 'validation'], ['routing'], ['binding'], ['server']] },
  {
    stores: [
      ['cache', 'storage'],
      ['limits', 'changes'],
    ],
  },
  {
    identity: [['session', 'policies', 'passwords'], ['accounts'], ['oauth', 'passkeys']],
    work: [['lease'], ['jobs', 'schedule', 'events'], ['smtp', 'files']],
    pages: [
      ['props'],
      ['assets', 'ssr', 'live'],
      ['pages', 'client'],
      ['mails'],
      ['vite', 'react', 'adapters'],
    ],
    observability: [['probes', 'metrics', 'telemetry']],
  },
  {
    application: [
      ['config'],
      ['contract', 'personal'],
      ['kernel', 'maintenance'],
      ['mail'],
      ['runtime'],
      ['doctor'],
      ['commands'],
      ['application'],
    ],
  },
  { scaffolding: [['templates'], ['generators'], ['pull']] },
  {
    tooling: [
      ['testing', 'trail', 'mailbox', 'graph'],
      ['failures'],
      ['dashboard'],
      ['development'],
      ['cli'],
    ],
  },
]

/** The lines of the rooms of a wing, lowest first. */
export type Wing = readonly (readonly string[])[]

/** Packages and modules that only one room may import. */
export const reserved: readonly { readonly module: RegExp; readonly room: string }[] = [
  { module: /^(?:node:)?https?2?$/, room: 'web/server' },
  { module: /^(?:vite|rolldown|@vitejs\/.*)(?:\/|$)/, room: 'pages/vite' },
]

/** The only room that may read `process.env`. */
export const environmentRoom = 'application/config'

export const limits = {
  roomsPerWing: 10,
  filesPerRoom: 40,
  filesPerFolder: 15,
  runtimeNamesPerDoor: 40,
} as const

/** File names that say nothing about their content. */
export const emptyNames: readonly string[] = [
  'utils',
  'util',
  'helpers',
  'helper',
  'misc',
  'common',
]

/**
 * The rooms of `packages/tenon/src`, bottom line first. A room imports from itself and from the
 * lines below it, never from its own line: what joins two rooms lives above both.
 */
export const layers: readonly (readonly string[])[] = [
  ['support'],
  ['body', 'props'],
  ['http', 'validation', 'log'],
  ['config', 'assets', 'ssr', 'probes', 'metrics', 'telemetry'],
  ['routing', 'database', 'cache'],
  ['columns'],
  ['queries'],
  ['records'],
  ['relations'],
  ['models'],
  ['binding', 'limits', 'pages', 'client', 'schedule', 'migrations'],
  ['app'],
  ['server', 'console', 'vite', 'react'],
  ['application'],
  ['testing', 'development'],
  ['cli'],
]

/** Packages and modules that one room keeps to itself. */
export const reserved: readonly { readonly module: RegExp; readonly room: string }[] = [
  { module: /^(?:node:)?https?2?$/, room: 'server' },
  { module: /^(?:vite|rolldown|@vitejs\/.*)(?:\/|$)/, room: 'vite' },
]

/** The only room that reads `process.env`. */
export const environmentRoom = 'config'

export const limits = { filesPerRoom: 15, runtimeNamesPerDoor: 40 } as const

/** File names that say nothing of what is inside. */
export const emptyNames: readonly string[] = [
  'utils',
  'util',
  'helpers',
  'helper',
  'misc',
  'common',
]

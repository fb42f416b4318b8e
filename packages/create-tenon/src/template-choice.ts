/** The kinds of application, the default first. */
export const templateChoices = [
  { name: 'react', label: 'React', hint: 'pages in React; also with accounts and teams' },
  { name: 'vue', label: 'Vue', hint: 'pages in Vue; no ready pages for accounts' },
  { name: 'svelte', label: 'Svelte', hint: 'pages in Svelte; no ready pages for accounts' },
  { name: 'api', label: 'API', hint: 'JSON without pages; also with accounts' },
] as const

/** The kind of application, named by its pages. */
export type Kind = (typeof templateChoices)[number]['name']

/**
 * A template: a kind with or without the todo list, an API with accounts, React with accounts or with teams, or a whole
 * application.
 */
export type TemplateName =
  | Kind
  | `${Kind}-empty`
  | 'api-accounts'
  | 'accounts'
  | 'teams'
  | WholeName

/** Whole applications to learn from, or to begin with. */
export const wholeNames = ['helpdesk'] as const

export type WholeName = (typeof wholeNames)[number]

export const defaultKind: Kind = templateChoices[0].name

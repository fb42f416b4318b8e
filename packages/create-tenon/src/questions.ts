import type { Readable, Writable } from 'node:stream'
import { defaultKind, templateChoices, type Kind } from './template-choice.ts'

/** Where questions are asked and answered. */
export interface Terminal {
  readonly input: Readable
  readonly output: Writable
}

/** Asks for the folder; `undefined` if you cancel, for example with Ctrl+C. */
export async function askForFolder(terminal: Terminal): Promise<string | undefined> {
  const { isCancel, text } = await import('@clack/prompts')
  const answer = await text({
    ...terminal,
    message: 'Where should the application be created?',
    placeholder: 'my-app',
    defaultValue: 'my-app',
  })
  return isCancel(answer) ? undefined : answer.trim() || 'my-app'
}

/** Asks for the kind of application; `undefined` if you cancel. */
export async function askForKind(terminal: Terminal): Promise<Kind | undefined> {
  const { isCancel, select } = await import('@clack/prompts')
  const answer = await select<Kind>({
    ...terminal,
    message: 'Which kind of application?',
    initialValue: defaultKind,
    options: templateChoices.map(({ name, label, hint }) => ({ value: name, label, hint })),
  })
  return isCancel(answer) ? undefined : answer
}

/** Asks whether the application has accounts, and teams if it has pages; `undefined` if you cancel. */
export async function askForUsers(
  terminal: Terminal,
  kind: 'react' | 'api',
): Promise<'none' | 'accounts' | 'teams' | undefined> {
  const { isCancel, select } = await import('@clack/prompts')
  const answer = await select<'none' | 'accounts' | 'teams'>({
    ...terminal,
    message: 'With users?',
    initialValue: 'none',
    options: [
      { value: 'none', label: 'No', hint: 'a todo list' },
      {
        value: 'accounts',
        label: 'Accounts',
        hint: kind === 'api' ? 'register, log in, tokens' : 'register, log in, settings',
      },
      ...(kind === 'api' ? [] : [withTeams]),
    ],
  })
  return isCancel(answer) ? undefined : answer
}

const withTeams = {
  value: 'teams',
  label: 'Accounts and teams',
  hint: 'roles and invitations',
} as const

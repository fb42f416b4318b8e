// What the boards are about, and who hears what of them.
import { z } from 'zod'
import { accounts, policy } from '../../../src/auth.ts'
import { param, query } from '../../../src/index.ts'
import { c, Model } from '../../../src/models.ts'
import { channel } from '../../../src/pages.ts'

export class Note extends Model('notes', { id: c.id(), board: c.integer(), title: c.text() }) {}

export class User extends Model('users', {
  id: c.id(),
  email: c.text().unique(),
  password: c.text().hidden(),
}) {}

export const auth = accounts(User, { login: 'email', password: 'password' })
export const board = param.integer
export const NotePolicy = policy(auth, Note, {
  view: (_user, note) => note.title !== 'Secret',
})

/** Who writes on a board, for everyone. */
export const boardChannel = channel('board', { board }).messages(z.object({ typing: z.string() }))
/** Who looks at a note. */
export const noteChannel = channel('note', { note: Note, user: auth.user })
  .messages(z.object({ text: z.string() }))
  .presence(({ user }) => ({ id: user.id, email: user.email }))
/** A board as one of two kinds of clients follows it. */
export const kindChannel = channel('kind', {
  board,
  filter: query(z.object({ kind: z.enum(['guest', 'member']) })),
})

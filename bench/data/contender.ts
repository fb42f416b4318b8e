/** A way to speak to a database; every operation answers what an application would work with. */
export interface Contender {
  /** One post by its key. */
  find(id: number): unknown
  /** The 50 posts after a key. */
  list(after: number): unknown
  /** A new post, with the key that the database gave it. */
  insert(): unknown
  /** One post by its key, one of its columns changed. */
  update(id: number, views: number): unknown
  /** 20 posts, each with its author. */
  withRelation(): unknown
  close(): unknown
}

export type Dialect = 'sqlite' | 'postgres'

/** Opens a contender on a file of SQLite or a URL of PostgreSQL. */
export type Open = (dialect: Dialect, place: string) => Contender | Promise<Contender>

export type Operation = 'find' | 'list' | 'insert' | 'update' | 'withRelation'

/** What a contender is asked to do next, and for how much of its CPU time. */
export interface Turn {
  readonly operation: Operation
  readonly ms: number
}

/** In the order of the table. */
export const operations: Readonly<Record<Operation, string>> = {
  find: 'find by key',
  list: 'list of 50',
  insert: 'insert',
  update: 'find, then update',
  withRelation: '20 with relation',
}

export const POSTS = 1000
export const AUTHORS = 20
export const BODY = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(4)

/** What every new post has. */
export function newPost() {
  const created_at = new Date()
  return { author_id: 1, title: 'A title', body: BODY, views: 0, published: false, created_at }
}

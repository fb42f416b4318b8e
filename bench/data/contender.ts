/** A database library; every operation returns what an application would work with. */
export interface Contender {
  /** One post by its key. */
  find(id: number): unknown
  /** The 50 posts after a key. */
  list(after: number): unknown
  /** A new post, with the key that the database assigned. */
  insert(): unknown
  /** Changes one column of a post, found by its key. */
  update(id: number, views: number): unknown
  /** 20 posts, each with its author. */
  withRelation(): unknown
  /** The number of posts and the sum of their views for each author, of the first posts. */
  aggregate(): unknown
  /** `id`, `title` and `views` of the 50 posts after a key. */
  select(after: number): unknown
  /** The first 20 posts that have a tag. */
  tagged(tag: number): unknown
  /** Stores many events at once. */
  bulkInsert(events: readonly NewEvent[]): unknown
  close(): unknown
}

export type Dialect = 'sqlite' | 'postgres'

/** Opens a contender on an SQLite file or a PostgreSQL URL. */
export type Open = (dialect: Dialect, place: string) => Contender | Promise<Contender>

export type Operation =
  | 'find'
  | 'list'
  | 'insert'
  | 'update'
  | 'withRelation'
  | 'aggregate'
  | 'select'
  | 'tagged'
  | 'bulkInsert'

/** The next operation of a contender, and how much CPU time to spend on it. */
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
  aggregate: 'count and sum by author',
  select: '3 columns of 50',
  tagged: '20 by tag',
  bulkInsert: 'insert 1,000',
}

export const POSTS = 1000
export const AUTHORS = 20
export const TAGS = 20
export const BODY = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(4)

/** The values of every new post. */
export function newPost() {
  const created_at = new Date()
  return { author_id: 1, title: 'A title', body: BODY, views: 0, published: false, created_at }
}

export interface NewEvent {
  readonly post_id: number
  readonly name: string
  readonly created_at: Date
}

/** The events of one bulk insert. */
export function newEvents(): readonly NewEvent[] {
  const created_at = new Date()
  return Array.from({ length: 1000 }, (_, i) => ({
    post_id: 1 + i,
    name: `event ${i}`,
    created_at,
  }))
}

/** SQL statements, each of which is to be run before the next is asked for. */
export type Statements = AsyncGenerator<string, void, undefined>

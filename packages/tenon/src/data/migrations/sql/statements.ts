/** SQL statements; run each before you request the next. */
export type Statements = AsyncGenerator<string, void, undefined>

/** The sentence for a misspelt name of a route. */

/** The type the compiler shows for an unknown route name, with similar names. */
export interface UnknownRoute<Message extends string, Names extends string> {
  readonly __unknown_route: Message
  readonly __known_routes: Names
}

/** The name if it is known, otherwise an error sentence. */
export type KnownName<Name extends string, Names extends string> = Name extends Names
  ? Name
  : Unknown<Name, Beside<Name, Names>>

// oxfmt-ignore
type Unknown<Name extends string, Similar extends string> =
  [Similar] extends [never]
    ? UnknownRoute<`There is no route named "${Name}"`, never>
    : UnknownRoute<`There is no route named "${Name}". Did you mean one of these?`, Similar>

/** The names that start with the first part of this one: `expenses.index` for `expense.index`, too. */
// oxfmt-ignore
type Beside<Name extends string, Names extends string> =
  Name extends `${infer Group}.${string}` ? Extract<Names, `${Group}${string}`> :
  Exclude<Names, `${string}.${string}`>

/** The type-level twin of `path-pattern.ts`. */

/** An invalid path; an editor shows the message. */
interface PathError<Message extends string> {
  readonly __path_error: Message
}

/** `unknown` for a valid path, so that `Path & ValidPath<Path>` is the path itself. */
// oxfmt-ignore
export type ValidPath<Path extends string> =
  string extends Path ? unknown :
  Path extends `/${infer Rest}` ? CheckSegments<Rest, Path, never> :
  PathError<`The path "${Path}" must start with "/"`>

// oxfmt-ignore
type CheckSegments<Rest extends string, Path extends string, Seen extends string> =
  Rest extends `${infer Head}/${infer Tail}`
    ? Head extends `{${string}*}` ? PathError<`The wildcard of "${Path}" must be its last segment`> :
      IsMixed<Head> extends true ? PathError<`The segment "${Head}" of "${Path}" mixes text and a parameter: a parameter is a whole segment`> :
      ParameterName<Head> & Seen extends never ? CheckSegments<Tail, Path, Seen | ParameterName<Head>> :
      PathError<`The path "${Path}" uses the parameter {${ParameterName<Head>}} twice`> :
  IsMixed<Rest> extends true ? PathError<`The segment "${Rest}" of "${Path}" mixes text and a parameter: a parameter is a whole segment`> :
  ParameterName<Rest> & Seen extends never ? unknown :
  PathError<`The path "${Path}" uses the parameter {${ParameterName<Rest>}} twice`>

/** Whether a segment contains braces without being a parameter: `post-{id}`, `{id}.html`. */
// oxfmt-ignore
type IsMixed<Segment extends string> =
  Segment extends `${string}{${string}` ? [ParameterName<Segment>] extends [never] ? true : false : false

/** The name of a segment if it is a parameter, else `never`. */
// oxfmt-ignore
type ParameterName<Segment extends string> =
  Segment extends `{${infer Name}*}` ? Name :
  Segment extends `{${infer Name}:${string}}` ? Name :
  Segment extends `{${infer Name}}` ? Name :
  Segment extends `:${infer Name}` ? Name :
  never

/**
 * The parameters of a path in their order, without braces: `['todo', 'post:slug', 'rest*']`.
 *
 * Computed from the paths of routes and groups as they are written. These repeat, so the compiler
 * reads each only once, and never a whole path.
 */
// oxfmt-ignore
export type ParametersIn<Path extends string> =
  Path extends `${infer Head}/${infer Tail}` ? [...ParameterIn<Head>, ...ParametersIn<Tail>] :
  ParameterIn<Path>

// oxfmt-ignore
type ParameterIn<Segment extends string> =
  Segment extends `{${infer Parameter}}` ? [Parameter] :
  Segment extends `:${infer Parameter}` ? [Parameter] :
  []

/** The names of parameters, as a union. */
// oxfmt-ignore
export type NameOf<Parameter extends string> =
  Parameter extends `${infer Name}:${string}` ? Name :
  Parameter extends `${infer Name}*` ? Name :
  Parameter

/** The problem with a path that groups have joined from valid ones; `never` if there is none. */
// oxfmt-ignore
export type JoinedPathError<Path extends string, Parameters extends readonly string[]> =
  Path extends `${string}*}/${string}` ? `The wildcard of "${Path}" must be its last segment` :
  Repeated<Path, RepeatedName<Parameters>>

// oxfmt-ignore
type Repeated<Path extends string, Name> =
  Name extends string ? `The path "${Path}" uses the parameter {${Name}} twice` : never

// oxfmt-ignore
type RepeatedName<Parameters extends readonly string[]> =
  Parameters extends readonly [infer First extends string, infer Second extends string, ...infer Rest extends readonly string[]]
    ? NameOf<First> & NameOf<Second | Rest[number]> | RepeatedName<[Second, ...Rest]>
    : never

/** A path below a group's prefix: `/todos` and `/` make `/todos`. */
// oxfmt-ignore
export type JoinPaths<Prefix extends string, Path extends string> =
  Prefix extends '/' ? Path :
  Path extends '/' ? Prefix :
  Prefix extends `${infer Trimmed}/` ? `${Trimmed}${Path}` :
  `${Prefix}${Path}`

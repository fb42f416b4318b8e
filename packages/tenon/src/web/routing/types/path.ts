/** The type-level twin of `path-pattern.ts`. */

/** An invalid path; an editor shows the message. */
export interface PathError<Message extends string> {
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
export type ParameterName<Segment extends string> =
  Segment extends `{${infer Name}*}` ? Name :
  Segment extends `{${infer Name}:${string}}` ? Name :
  Segment extends `{${infer Name}}` ? Name :
  Segment extends `:${infer Name}` ? Name :
  never

/** The names of all parameters of a path, as a union. */
// oxfmt-ignore
export type ParameterNames<Path extends string> =
  Path extends `${infer Head}/${infer Tail}` ? ParameterName<Head> | ParameterNames<Tail> :
  ParameterName<Path>

/** A path below a group's prefix: `/todos` and `/` make `/todos`. */
// oxfmt-ignore
export type JoinPaths<Prefix extends string, Path extends string> =
  Prefix extends '/' ? Path :
  Path extends '/' ? Prefix :
  Prefix extends `${infer Trimmed}/` ? `${Trimmed}${Path}` :
  `${Prefix}${Path}`

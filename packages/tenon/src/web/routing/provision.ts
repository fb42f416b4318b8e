declare const values: unique symbol

/** A value that middleware provides and handlers bind. Two with the same name are different values. */
export interface Provision<Values extends object, IsLogin extends boolean = boolean> {
  readonly [values]?: Values
  /** The name of the value, for messages. */
  readonly description: string
  /** Whether the value says who sent the request, so that its middleware counts as a login. */
  readonly identifies: IsLogin
}

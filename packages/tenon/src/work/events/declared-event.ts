/** The name of an event, and the type of its payload. */
export interface DeclaredEvent<Payload> {
  /** Carries the type; the property does not exist at run time. */
  readonly '~payload': Payload
  readonly name: string
}

/** The demands of routes on their requests, as parts of their entries. */
import type { AccessRule } from '../access-rule.ts'
import type { Provision } from '../provision.ts'

/** What a route demands of its requests; each part is `never` if there is none. */
export interface EntryDemand {
  /** What middleware must provide: a record with one name. */
  readonly takes: object
  /** The table of the record that is judged. */
  readonly table: string
  /** The binding of that record, if the route names it. */
  readonly on: string
}

/** The demand of `.signedIn()` and `.public()`, which is checked only at boot. */
export interface NoDemand {
  readonly takes: never
  readonly table: never
  readonly on: never
}

/** The demand of a rule. */
export interface DemandOf<Rule extends AccessRule, On extends RecordName> {
  readonly takes: Rule['provision'] extends Provision<infer Values> ? Values : never
  readonly table: NonNullable<Rule['model']>['table']
  readonly on: On extends readonly [infer Name] ? Name : never
}

/** The binding that a rule judges, named if there are several of its model. */
export type RecordName = readonly [] | readonly [name: string]

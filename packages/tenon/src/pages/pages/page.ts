import { isDeferred, Reply, type Deferred, type ReplyBody } from '../http/reply.ts'
import type { Props } from '../props/resolve-props.ts'
import type { RegisteredShared } from '../props/registered.ts'
import type { SendableProps } from '../props/sendable.ts'
import type { Register } from '../support/register.ts'
import { keepFromEndingProcess } from './page-state.ts'

/** A page that is rendered once the middleware has run. */
export interface PageBody extends Deferred {
  readonly kind: 'page'
  /** The component's name: its file below the pages folder, without the extension. */
  readonly component: string
  readonly props: Props
}

/**
 * Answers with a page: a component of the client and the props it is given.
 *
 * Checked against the component's own props, in the form in which they cross the wire. Browsers get
 * a document, page clients and JSON clients the page object.
 */
export function page<Name extends PageName | AnyText>(
  name: KnownPage<Name>,
  ...props: PageArguments<ComponentOf<Name>, RegisteredShared>
): Reply {
  const body: PageBody = { kind: 'page', component: name, props: props[0] ?? {} }
  keepFromEndingProcess(body.props)
  return new Reply(200, undefined, body)
}

/** Tells whether a body is a page that still has to be rendered. */
export function isPageBody(body: ReplyBody): body is PageBody {
  return isDeferred(body) && body.kind === 'page'
}

/** The names of the application's pages; any string before they are registered. */
export type PageName = Extract<keyof RegisteredPages, string>

/** Lets the refusal of a name be a sentence; in a union with the known ones editors suggest those. */
type AnyText = string & {}

/** What the compiler shows for a name that no page has. */
type UnknownPage<Message extends string> = string & { readonly __unknown_page: Message }

/** A name, or a sentence when no page has it. */
// oxfmt-ignore
type KnownPage<Name extends string> =
  Name extends PageName ? Name
  : string extends Name ? UnknownPage<'The name of a page must be known to the compiler'>
  : UnknownPage<`There is no page named "${Name}"`>

/** The component of a page; one that is not there demands nothing. */
type ComponentOf<Name extends string> = Name extends PageName ? RegisteredPages[Name] : unknown

/** The props that the component of a page declares. */
export type PageProps<Name extends PageName> = PropsOf<RegisteredPages[Name]>

/** The props that every page has besides its own. */
export type SharedProps = { errors: Record<string, string> } & RegisteredShared

type RegisteredPages = Register extends { pages: infer Pages } ? Pages : Record<string, unknown>

/** The arguments after a page's name: its props, which may be left out when none is demanded. */
export type PageArguments<Component, Shared> =
  {} extends GivenProps<Component, Shared>
    ? [props?: GivenProps<Component, Shared>]
    : [props: GivenProps<Component, Shared>]

// oxfmt-ignore
type GivenProps<Component, Shared> =
  unknown extends PropsOf<Component> ? Props
  : SendableProps<Own<PropsOf<Component>, Shared>>

// A page may override what is shared; `errors` is the framework's alone.
type Own<Client, Shared> = Omit<Client, keyof Shared | 'errors'> &
  Partial<Pick<Client, Extract<keyof Client, Exclude<keyof Shared, 'errors'>>>>

// oxfmt-ignore
type PropsOf<Component> =
  Component extends (...parameters: never) => unknown ? ParameterOf<Component>
  : Component extends new (...parameters: never) => { $props: infer Client } ? Client
  : Component extends new (props: infer Client, ...rest: never) => unknown ? Client
  : unknown

// Svelte's functions are given something of Svelte's own before their props.
// oxfmt-ignore
type ParameterOf<Call extends (...parameters: never) => unknown> =
  Parameters<Call> extends [] ? {}
  : 'z_$$bindings' extends keyof Call ? Parameters<Call>[1]
  : Parameters<Call> extends [props?: infer Client, ...rest: unknown[]] ? Client
  : unknown

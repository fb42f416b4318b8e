import { isDeferred, Reply, type Deferred } from '../../web/http/reply.ts'
import { noProps, toGivenProps, type GivenProps, type Props } from '../props/given-props.ts'
import { pageCallSites, type PageCallSite } from './page-call-sites.ts'
import type { RegisteredShared } from '../props/registered.ts'
import type { SendableProps } from '../props/sendable.ts'
import type { Register } from '../../base/support/register.ts'

/** A page that is rendered after the middleware has run. */
export interface PageBody extends Deferred {
  readonly kind: 'page'
  /** The component's name: its file below the pages folder, without the extension. */
  readonly component: string
  readonly given: GivenProps
  /** The place of the call in the application; only in development. */
  readonly place?: PageCallSite | undefined
}

/**
 * Answers with a page: a client component and its props.
 *
 * The props are checked against the component's own, in their wire form. Browsers get a document;
 * page clients and JSON clients get the page object.
 */
export function page<Name extends PageName | AnyText>(
  name: KnownPage<Name>,
  ...props: PageArguments<ComponentOf<Name>, RegisteredShared>
): Reply<PageBody> {
  const given = props[0] === undefined ? noProps : toGivenProps(props[0])
  const place = pageCallSites.isFollowed ? pageCallSites.take(page) : undefined
  const body: PageBody = { kind: 'page', component: name, given, place }
  return new Reply(200, undefined, body)
}

/** Whether a reply is a page that still has to be rendered. */
export function isPage(reply: Reply): reply is Reply<PageBody> {
  return isDeferred(reply.body) && reply.body.kind === 'page'
}

/** The names of the application's pages; any string until they are registered. */
export type PageName = Extract<keyof RegisteredPages, string>

/** Any text. In a union with names, editors still suggest the names, and a rejected name gives a readable error. */
export type AnyText = string & {}

/** The type that the compiler shows for an unknown page name. */
type UnknownPage<Message extends string> = string & { readonly __unknown_page: Message }

/** The name, or a sentence if there is no such page. */
// oxfmt-ignore
export type KnownPage<Name extends string> =
  Name extends PageName ? Name
  : string extends Name ? UnknownPage<'The name of a page must be known to the compiler'>
  : UnknownPage<`There is no page named "${Name}"`>

/** The component of a page; an unknown one requires no props. */
type ComponentOf<Name extends string> = Name extends PageName ? RegisteredPages[Name] : unknown

/** The props that the component of a page declares. */
export type PageProps<Name extends PageName> = PropsOf<RegisteredPages[Name]>

/** The props that every page has in addition to its own. */
export type SharedProps = { errors: Record<string, string> } & RegisteredShared

/** A page's props, as they arrive; untyped if its component does not declare them. */
export type WholeProps<Name extends string> = Whole<PropsOf<ComponentOf<Name>>>

// oxfmt-ignore
type Whole<Client> =
  unknown extends Client ? Readonly<Record<string, unknown>>
  // oxlint-disable-next-line typescript/no-redundant-type-constituents -- an application registers its own
  : Readonly<Client & SharedProps>

/** The optional argument with some of a page's props, as they arrive; untyped if its component declares none. */
// The condition uses the component. With the name, the compiler would build the union of all pages: that costs a file
// 150 type instantiations for each page, and fails with TS2590 (too complex) for some hundred resources.
export type ArrivedProps<Name extends string> = Arrived<PropsOf<ComponentOf<Name>>>

// oxfmt-ignore
type Arrived<Client> =
  unknown extends Client ? [props?: Readonly<Record<string, unknown>>]
  : [props?: Partial<Client> & Partial<SharedProps>]

type RegisteredPages = Register extends { pages: infer Pages } ? Pages : Record<string, unknown>

/**
 * The arguments after a page's name: its props, optional if no prop is required. `Shared` are props that are
 * added elsewhere; `never` if there are none.
 */
export type PageArguments<Component, Shared> =
  {} extends DeclaredProps<Component, Shared>
    ? [props?: DeclaredProps<Component, Shared>]
    : [props: DeclaredProps<Component, Shared>]

// oxfmt-ignore
type DeclaredProps<Component, Shared> =
  unknown extends PropsOf<Component> ? Props
  : [Shared] extends [never] ? SendableProps<PropsOf<Component>>
  : SendableProps<Own<PropsOf<Component>, Shared>>

// A page may override shared props, but only the framework sets `errors`.
type Own<Client, Shared> = Omit<Client, keyof Shared | 'errors'> &
  Partial<Pick<Client, Extract<keyof Client, Exclude<keyof Shared, 'errors'>>>>

/** The props that a component declares; `unknown` if it declares none that the compiler can read. */
// oxfmt-ignore
export type PropsOf<Component> =
  Component extends (...parameters: never) => unknown ? ParameterOf<Component>
  : Component extends new (...parameters: never) => { $props: infer Client } ? Client
  : Component extends new (props: infer Client, ...rest: never) => unknown ? Client
  : unknown

// Svelte calls component functions with an internal argument before the props.
// oxfmt-ignore
type ParameterOf<Call extends (...parameters: never) => unknown> =
  Parameters<Call> extends [] ? {}
  : 'z_$$bindings' extends keyof Call ? Parameters<Call>[1]
  : Parameters<Call> extends [props?: infer Client, ...rest: unknown[]] ? Client
  : unknown

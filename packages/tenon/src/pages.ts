export type { PageName, PageProps, SharedProps } from './pages/pages/page.ts'
export {
  clearHistory,
  encryptHistory,
  flash,
  preserveFragment,
  share,
  type FlashData,
  type ShareableProps,
} from './pages/pages/page-state.ts'
export {
  always,
  append,
  deepMerge,
  defer,
  live,
  merge,
  once,
  optional,
  prepend,
  scroll,
  type DeferOptions,
} from './pages/props/prop-kinds.ts'
export { channel, type Channel } from './pages/live/channels/channel.ts'
export type { LiveOptions, OnceOptions, Prop } from './pages/props/prop.ts'
export type { ScrollPage } from './pages/props/scroll-page.ts'
export type { Sendable, SendableProps } from './pages/props/sendable.ts'
export type { PolicyDirectives } from './pages/pages/content-security-policy.ts'
export type { DocumentOptions } from './pages/pages/document.ts'

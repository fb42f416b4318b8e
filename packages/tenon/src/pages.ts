export { page, type PageName, type PageProps, type SharedProps } from './pages/page.ts'
export {
  clearHistory,
  encryptHistory,
  flash,
  preserveFragment,
  share,
  type FlashData,
  type ShareableProps,
} from './pages/page-state.ts'
export {
  always,
  append,
  deepMerge,
  defer,
  merge,
  once,
  optional,
  prepend,
  scroll,
  type DeferOptions,
} from './props/prop-kinds.ts'
export type { OnceOptions, Prop } from './props/prop.ts'
export type { ScrollPage } from './props/scroll-page.ts'
export type { Sendable, SendableProps } from './props/sendable.ts'
export type { PolicyDirectives } from './pages/content-security-policy.ts'
export type { DocumentOptions } from './pages/document.ts'

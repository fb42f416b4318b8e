export { start, type ProgressOptions, type StartOptions } from './pages/react/start.ts'
export { renderer, type Renderer, type RendererResult } from './pages/react/renderer.ts'
export type { AppOptions } from './pages/react/app-options.ts'
export type { PageModules } from './pages/react/page-modules.ts'
export { route } from './pages/client/route.ts'
export { basePath } from './pages/client/route-table.ts'
export { action, type Action, type RouteFields } from './pages/client/action.ts'
export { Form } from './pages/react/form.ts'
export { useForm } from './pages/react/use-form.ts'
export { useChannel } from './pages/react/use-channel.ts'
export type { ChannelState, UseChannelOptions } from './pages/client/live/join-channel.ts'
export {
  Deferred,
  Head,
  InfiniteScroll,
  Link,
  WhenVisible,
  progress,
  router,
  useFormContext,
  useHttp,
  usePage,
  usePoll,
  usePrefetch,
  useRemember,
} from '@inertiajs/react'
export type { Failure } from './pages/client/failure.ts'

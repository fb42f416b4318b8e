export { start, type ProgressOptions, type StartOptions } from './react/start.ts'
export { renderer, type Renderer, type RendererResult } from './react/renderer.ts'
export type { AppOptions } from './react/app-options.ts'
export type { PageModules } from './react/page-modules.ts'
export { route } from './client/route.ts'
export { action, type Action, type RouteFields } from './client/action.ts'
export { Form } from './react/form.ts'
export { useForm } from './react/use-form.ts'
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

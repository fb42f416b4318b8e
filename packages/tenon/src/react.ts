export { start, type ProgressOptions, type StartOptions } from './react/start.tsx'
export { route } from './react/route.ts'
export {
  Deferred,
  Form,
  Head,
  InfiniteScroll,
  Link,
  WhenVisible,
  progress,
  router,
  useForm,
  useFormContext,
  useHttp,
  usePage,
  usePoll,
  usePrefetch,
  useRemember,
} from '@inertiajs/react'

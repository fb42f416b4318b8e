import type { RenderSource } from '../../pages/ssr/server-renderer.ts'
import type { RequestTrails } from './request-trail.ts'

/** Returns the same renderer, timed. An export that is not a function stays unchanged. */
export function timeRenderer(
  source: RenderSource | undefined,
  trails: RequestTrails,
): RenderSource | undefined {
  if (source === undefined) return undefined
  return {
    ...source,
    async load(component) {
      const render = await source.load(component)
      if (typeof render !== 'function') return render
      return (...given: unknown[]) =>
        trails.time('render', 'on the server', (): unknown =>
          Reflect.apply(render, undefined, given),
        )
    },
  }
}

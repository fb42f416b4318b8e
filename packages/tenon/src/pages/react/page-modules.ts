/** The result of `import.meta.glob` over the pages folder: loaders, or modules when it is eager. */
export type PageModules = Readonly<Record<string, unknown>>

interface PageModule<Component> {
  readonly default: Component
}

/** Finds the component of a page by its name, whatever folder the glob was relative to. */
export function toResolver<Component>(modules: PageModules): (name: string) => Promise<Component> {
  const byName = new Map(Object.entries(modules).map(([path, module]) => [toName(path), module]))
  return async (name) => {
    const found = byName.get(name)
    const module: unknown = typeof found === 'function' ? await found() : found
    if (isPageModule<Component>(module)) return module.default
    throw new Error(
      `There is no page "${name}" among the ${byName.size} that start() was given: ` +
        'its file must lie below resources/pages and have a default export.',
    )
  }
}

/** `./pages/Todos/Index.tsx` is `Todos/Index`. */
function toName(path: string): string {
  return path.replace(/^.*?\bpages\//, '').replace(/\.\w+$/, '')
}

function isPageModule<Component>(module: unknown): module is PageModule<Component> {
  return typeof module === 'object' && module !== null && 'default' in module
}

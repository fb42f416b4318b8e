/** The result of `import.meta.glob` over the pages folder: loaders, or modules if it is eager. */
export type PageModules = Readonly<Record<string, unknown>>

interface PageModule<Component> {
  readonly default: Component
}

/** Creates a function that finds a page's component by name. The paths may be relative to any folder. */
export function toResolver<Component>(modules: PageModules): (name: string) => Promise<Component> {
  const byName = new Map(Object.entries(modules).map(([path, module]) => [toName(path), module]))
  return async (name) => {
    const found = byName.get(name)
    const module: unknown = typeof found === 'function' ? await found() : found
    // The file is gone or cannot be loaded. Wait, because `bootstrap()` is loading a document.
    if (found !== undefined && module === undefined) return await new Promise<never>(() => {})
    if (isPageModule<Component>(module)) return module.default
    throw new Error(
      `There is no page "${name}" among the ${byName.size} pages passed to start(): ` +
        'its file must be below resources/pages and have a default export.',
    )
  }
}

/** Turns `./pages/Todos/Index.tsx` into `Todos/Index`. */
function toName(path: string): string {
  return path.replace(/^.*?\bpages\//, '').replace(/\.\w+$/, '')
}

function isPageModule<Component>(module: unknown): module is PageModule<Component> {
  return typeof module === 'object' && module !== null && 'default' in module
}

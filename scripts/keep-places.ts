import type { Plugin } from 'vite'

/** The place of a module, as code that replaces `import.meta.dirname`, `import.meta.filename` and `import.meta.url`. */
export interface Place {
  readonly dirname: string
  readonly filename: string
  readonly url: string
}

/**
 * Tells modules of Tenon their original place, wherever a bundler puts their code: they read files beside themselves.
 * `toPlace` returns the place of a module by its id; `undefined` for other modules.
 */
export function keepPlaces(toPlace: (id: string) => Place | undefined): Plugin {
  return {
    name: 'keep-places',
    transform(code, id) {
      const place = code.includes('import.meta.') ? toPlace(id) : undefined
      if (place === undefined) return undefined
      const withPlaces = (text: string): string =>
        text
          .replaceAll('import.meta.dirname', place.dirname)
          .replaceAll('import.meta.filename', place.filename)
          .replaceAll('import.meta.url', place.url)
      const kept = code.replace(ofModule, (text) => (text.includes('\n') ? text : withPlaces(text)))
      return { code: kept, map: null } // every line keeps its number
    },
  }
}

/** Matches the place of a module, and template literals: literals of several lines are code that Tenon writes. */
const ofModule = /`[^`]*`|import\.meta\.(?:dirname|filename|url)\b/g

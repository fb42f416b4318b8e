import type { Plugin } from 'vite'

/** Where a module says that it is, each as code. */
export interface Place {
  readonly dirname: string
  readonly filename: string
  readonly url: string
}

/**
 * Tells modules of Tenon where they are, wherever a bundler puts their code: they read files beside themselves.
 * `toPlace` returns the place of a module's id; `undefined` for other modules.
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

/** Texts, of which those of several lines are code that Tenon writes, and what a module says of itself. */
const ofModule = /`[^`]*`|import\.meta\.(?:dirname|filename|url)\b/g

/** Ends a line whose text `tenon make language` has copied without translating it. `tenon check` finds it. */
export const untranslatedMark = '// untranslated'

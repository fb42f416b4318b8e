/** The end of a line with a text that `tenon make language` has copied. `tenon check` finds it. */
export const untranslatedMark = '// untranslated'

/** The longest title, in characters: the form limits its input, and the server checks it. */
export const maxTitleLength = 200

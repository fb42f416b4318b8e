/** How long a title may be: the form stops there, and the server checks it. */
export const maxTitleLength = 200

/**
 * What an application tells the compiler about itself, by declaration merging:
 * `declare module 'tenon' { interface Register { routes: typeof web } }`.
 *
 * `routes` types `route()`; `pages` (written by the development server and the build) types `page()`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the application
export interface Register {}

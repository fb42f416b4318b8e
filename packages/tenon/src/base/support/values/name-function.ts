/** Gives a function, such as middleware, the name under which lists and messages show it. */
export function nameFunction<Named extends (...given: never[]) => unknown>(
  named: Named,
  name: string,
): Named {
  return Object.defineProperty(named, 'name', { value: name, configurable: true })
}

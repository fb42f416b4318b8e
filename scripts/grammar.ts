/** A name that a door exports, and the file that it comes from. */
export interface DoorName {
  readonly door: string
  readonly name: string
  readonly file: string
}

/** Lists what a door exports. */
export function findDoorNames(door: string, text: string): readonly DoorName[] {
  return [...text.matchAll(/export (?:type )?\{([^}]+)\} from '([^']+)'/g)].flatMap(
    ([, list = '', file = '']) =>
      list
        .split(',')
        .map((each) => /(\w+)\s*$/.exec(each)?.[1] ?? '')
        .filter((name) => name !== '')
        .map((name) => ({ door, name, file })),
  )
}

const rules: ReadonlyArray<readonly [pattern: RegExp, instead: string]> = [
  [/(?:Ms|Seconds|Minutes|Days):/, "a Duration, such as timeout: '5s'"],
  [/Bytes:/, "a Size, such as maxSize: '5mb'"],
  [/^is[A-Z]\w*: boolean/, 'an adjective, such as enabled'],
  [/^tries:/, '{ limit, per }'],
]

/** Lists the options of an interface that do not follow the rules for option names. */
export function findOptionProblems(name: string, text: string): readonly string[] {
  const [, body = ''] =
    new RegExp(`interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(text) ?? []
  const options = [...body.matchAll(/^ {2}readonly (\w+)\??: (.*)$/gm)]
  return options.flatMap(([, option = '', type = '']) =>
    rules
      .filter(([pattern]) => pattern.test(`${option}: ${type}`))
      .map(([, instead]) => `${name}.${option}: write ${instead}`),
  )
}

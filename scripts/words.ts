/** A wording that must not be used, and its replacement. */
export interface WordRule {
  readonly pattern: RegExp
  readonly instead: string
}

/** Public names that were replaced before the first release. */
export const retiredNames: readonly WordRule[] = [
  { pattern: /\bfromRequest\b/, instead: 'derive()' },
  { pattern: /\bValidatedRequest\b/, instead: 'ValidatedBody' },
  { pattern: /\bmaxAgeSeconds\b/, instead: "maxAge: '1h'" },
  { pattern: /\bhistoryDays\b/, instead: "history: '7d'" },
  { pattern: /\banswerLimitMs\?/, instead: "answerTimeout: '45ms'" },
  { pattern: /`(?:connect|statement)TimeoutMs\b/, instead: "a duration such as '5s'" },
  { pattern: /`slowStatementMs\b/, instead: "slowStatement: '20ms'" },
  { pattern: /\bisStrict\b/, instead: 'strict' },
  { pattern: /\b(?:LentConnection|TaskStanding|takeOver)\b/, instead: "the field's word" },
]

/** English that reads as if it had been translated. */
export const translatedWords: readonly WordRule[] = [
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bshall\b/i, instead: 'must' },
  { pattern: /\bin place of\b/i, instead: 'instead of' },
  { pattern: /\bwhoever\b/i, instead: 'a subject: "a client that …", "anyone who …"' },
  {
    pattern: /\b(?:has|have|had) not\b(?! (?:been|yet|\w+ed|begun|run|read|seen|sent|set)\b)/i,
    instead: 'does not have',
  },
  { pattern: /\bwhat is no(?:ne)?\b/i, instead: 'a value that is not …' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\bof one's own\b/i, instead: 'your own' },
  { pattern: /\bas it came\b/i, instead: 'unchanged' },
  { pattern: /\bthe doing of\b/i, instead: 'a plain verb' },
  { pattern: /\b(?:told|tells?|telling) of\b/i, instead: 'report, describe, notify of' },
  { pattern: /\bfor ever\b/i, instead: 'forever' },
  { pattern: /\bwhose every\b/i, instead: '"where every …"' },
  { pattern: /\bof which there\b/i, instead: 'a plain clause' },
  { pattern: /\b(?:that|which) (?:is|are) none\b/i, instead: '"that is not a …"' },
  {
    pattern:
      /\bstat(?:e|es|ed|ing) (?:(?:its|their|an?|no|several|the) )?(?:answers?|responses?)\b/i,
    instead: 'declare a response',
  },
  {
    pattern: /(?<!\bthere )\bis no (?!longer|more|less|different|such)[a-z]/i,
    instead: 'is not a',
  },
]

/** Lists every place where a text breaks one of the rules. */
export function findWords(
  path: string,
  text: string,
  rules: readonly WordRule[],
): readonly string[] {
  return text.split('\n').flatMap((line, i) =>
    rules.flatMap(({ pattern, instead }) => {
      const [found] = pattern.exec(line) ?? []
      return found === undefined ? [] : [`${path}:${i + 1}: "${found}": write ${instead}`]
    }),
  )
}

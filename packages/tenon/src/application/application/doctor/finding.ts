/** A weakness of a deployment, and how to mend it. */
export interface Finding {
  /** An `error` breaks the application or lays it open; a `warning` may be as it is meant to be. */
  readonly level: 'error' | 'warning'
  /** The variable, file or place that it is about. */
  readonly subject: string
  readonly problem: string
  readonly remedy: string
}

export function error(subject: string, problem: string, remedy: string): Finding {
  return { level: 'error', subject, problem, remedy }
}

export function warning(subject: string, problem: string, remedy: string): Finding {
  return { level: 'warning', subject, problem, remedy }
}

/** The finding where there is a problem, else none: checks read as lists of such lines. */
export function when(isProblem: boolean, finding: Finding): readonly Finding[] {
  return isProblem ? [finding] : []
}

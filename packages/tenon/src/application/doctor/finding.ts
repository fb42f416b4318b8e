/** A weakness of a deployment, and how to fix it. */
export interface Finding {
  /** An `error` breaks or exposes the application; a `warning` may be intended. */
  readonly level: 'error' | 'warning'
  /** The variable, file or place with the problem. */
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

/** Returns the finding if there is a problem. With it, a check reads as a list. */
export function when(isProblem: boolean, finding: Finding): readonly Finding[] {
  return isProblem ? [finding] : []
}

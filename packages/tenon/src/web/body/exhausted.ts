/** Whether an error of the file system says that this machine has no more space or no more open files. */
export function isExhausted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.has(error.code)
}

const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EMFILE', 'ENFILE'])

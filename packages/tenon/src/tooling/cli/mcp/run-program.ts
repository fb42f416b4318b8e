import { execFile } from 'node:child_process'

/** The output of a program, and whether it failed. */
export interface ProgramResult {
  readonly output: string
  readonly isError: boolean
}

const limitMs = 300_000
const mostCharacters = 60_000

/** Runs a program in the application's folder, without a shell. Never throws. */
export function runProgram(
  root: string,
  program: string,
  argv: readonly string[],
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const options = { cwd: root, timeout: limitMs, maxBuffer: 2 ** 26 }
    execFile(program, argv, options, (error, stdout, stderr) => {
      const written = error === null ? stdout || stderr : `${stdout}\n${stderr}`.trim()
      const output = written === '' && error !== null ? error.message : written
      resolve({ output, isError: error !== null })
    })
  })
}

/** The end of the output, which has the summary of a report. */
export function toEnd({ output, isError }: ProgramResult): ProgramResult {
  return { output: output.slice(-mostCharacters), isError }
}

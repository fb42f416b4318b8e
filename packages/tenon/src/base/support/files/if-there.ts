/** Returns what is read from a file or folder, or `undefined` if it does not exist. Other errors are thrown. */
export async function ifThere<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

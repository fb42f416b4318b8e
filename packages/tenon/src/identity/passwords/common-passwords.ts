import { loadLibrary } from '../../base/support/packages/optional-library.ts'

/**
 * Tells whether a password is one of the 49,000 most common ones, ignoring case; 17,900 of them have at least
 * eight characters. Use it in the schema of a form:
 * `password.refine(async (text) => !(await isCommonPassword(text)), 'Too many people use this password')`.
 *
 * The list is loaded on first use, and takes 5 MB of memory from then on. Throws `E_COMMON_PASSWORDS` if
 * `@zxcvbn-ts/language-common`, an optional peer, is not installed.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const common = await loadCommonPasswords()
  // Searching the list takes 0.03 ms; a set would need another 2 MB.
  return common.includes(password.toLowerCase())
}

/** The passwords in lower case, the most common one first. */
async function loadCommonPasswords(): Promise<readonly string[]> {
  const { dictionary } = await loadLibrary(() => import('@zxcvbn-ts/language-common'), {
    code: 'E_COMMON_PASSWORDS',
    title: 'The list of common passwords needs',
    name: '@zxcvbn-ts/language-common',
  })
  return dictionary['passwords-common']
}

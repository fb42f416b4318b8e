import type * as Otpauth from 'otpauth'
import type createQrCode from 'qrcode-generator'
import { SetupError } from '../../../base/support/setup-error.ts'

/** Loads `otpauth`, an optional peer. Throws `E_SECOND_FACTOR` if it is not installed. */
export async function loadOtpauth(): Promise<typeof Otpauth> {
  try {
    return await import('otpauth')
  } catch (cause) {
    throw notInstalled('otpauth', cause)
  }
}

/** Loads `qrcode-generator`, an optional peer. Throws `E_SECOND_FACTOR` if it is not installed. */
export async function loadQrCode(): Promise<typeof createQrCode> {
  try {
    return (await import('qrcode-generator')).default
  } catch (cause) {
    throw notInstalled('qrcode-generator', cause)
  }
}

function notInstalled(name: string, cause: unknown): SetupError {
  return new SetupError(
    'E_SECOND_FACTOR',
    `The second factor needs the package ${name}, which cannot be loaded. Run "npm install otpauth qrcode-generator" where you build the application and build again.`,
    { cause },
  )
}

import type * as Otpauth from 'otpauth'
import type createQrCode from 'qrcode-generator'
import { loadLibrary } from '../../../base/support/packages/optional-library.ts'

/** Loads `otpauth`, an optional peer. Throws `E_SECOND_FACTOR` if it is not installed. */
export function loadOtpauth(): Promise<typeof Otpauth> {
  return loadLibrary(() => import('otpauth'), { ...need, name: 'otpauth' })
}

/** Loads `qrcode-generator`, an optional peer. Throws `E_SECOND_FACTOR` if it is not installed. */
export async function loadQrCode(): Promise<typeof createQrCode> {
  const load = () => import('qrcode-generator')
  return (await loadLibrary(load, { ...need, name: 'qrcode-generator' })).default
}

const need = {
  code: 'E_SECOND_FACTOR',
  title: 'The second factor needs',
  install: 'otpauth qrcode-generator',
} as const

export {
  passkeys,
  type ListedPasskey,
  type PasskeyOptions,
  type Passkeys,
} from './services/auth/passkeys/passkeys.ts'

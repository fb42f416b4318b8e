export {
  passkeys,
  type ListedPasskey,
  type PasskeyOptions,
  type Passkeys,
} from './identity/passkeys/passkeys.ts'

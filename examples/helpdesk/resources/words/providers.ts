import { message } from 'tenon/languages'

// Why a login with a provider did not work.

export const providerDenied = message({
  en: 'You did not allow {provider} to log you in.',
  de: 'Du hast {provider} nicht erlaubt, dich anzumelden.',
  ar: 'لم تسمح لـ {provider} بتسجيل دخولك.',
})

export const providerExpired = message({
  en: 'This login with {provider} has expired. Try again.',
  de: 'Diese Anmeldung mit {provider} ist abgelaufen. Versuche es noch einmal.',
  ar: 'انتهت صلاحية تسجيل الدخول عبر {provider}. حاول مرة أخرى.',
})

export const providerInvalid = message({
  en: 'The response of {provider} could not be verified. Try again.',
  de: 'Die Antwort von {provider} ließ sich nicht prüfen. Versuche es noch einmal.',
  ar: 'تعذّر التحقق من رد {provider}. حاول مرة أخرى.',
})

export const providerUnavailable = message({
  en: '{provider} cannot be reached at the moment. Try again later.',
  de: '{provider} ist gerade nicht erreichbar. Versuche es später noch einmal.',
  ar: 'يتعذّر الوصول إلى {provider} حاليًا. حاول لاحقًا.',
})

export const providerTaken = message({
  en: 'There is an account with your address already. Log in to it, then connect {provider} in its settings.',
  de: 'Mit deiner Adresse gibt es schon ein Konto. Melde dich dort an und verbinde {provider} dann in den Einstellungen.',
  ar: 'يوجد حساب بعنوانك بالفعل. سجّل الدخول إليه ثم اربط {provider} في إعداداته.',
})

export const providerConnected = message({
  en: 'That account at {provider} is connected to somebody else here.',
  de: 'Dieses Konto bei {provider} ist hier mit jemand anderem verbunden.',
  ar: 'حسابك لدى {provider} مرتبط هنا بشخص آخر.',
})

export const providerMismatch = message({
  en: 'That is not the account at {provider} that is connected here.',
  de: 'Das ist nicht das Konto bei {provider}, das hier verbunden ist.',
  ar: 'ليس هذا حساب {provider} المرتبط هنا.',
})

export const providerClosed = message({
  en: 'You cannot log in with this account at {provider}.',
  de: 'Mit diesem Konto bei {provider} kannst du dich nicht anmelden.',
  ar: 'لا يمكنك تسجيل الدخول بهذا الحساب لدى {provider}.',
})

import { message } from 'tenon/languages'

// Notices after an action.

export const confirmInBoth = message({
  en: 'Confirm the change in both mailboxes, the old and the new one.',
  de: 'Bestätige die Änderung in beiden Postfächern, dem alten und dem neuen.',
  ar: 'أكّد التغيير في صندوقي البريد القديم والجديد.',
})

export const addressChanged = message({
  en: 'Your address is changed.',
  de: 'Deine Adresse ist geändert.',
  ar: 'تغيّر عنوانك.',
})

export const confirmInOther = message({
  en: 'Now confirm it in the other mailbox, too.',
  de: 'Bestätige es jetzt auch im anderen Postfach.',
  ar: 'أكّده الآن في صندوق البريد الآخر أيضًا.',
})

export const downloadAgain = message({
  en: 'Your password is confirmed. Download your data now.',
  de: 'Dein Passwort ist bestätigt. Lade deine Daten jetzt herunter.',
  ar: 'تم تأكيد كلمة المرور. نزّل بياناتك الآن.',
})

export const browserLoggedOut = message({
  en: 'That browser is logged out.',
  de: 'Dieser Browser ist abgemeldet.',
  ar: 'سُجّل الخروج من ذلك المتصفح.',
})

export const othersLoggedOut = message({
  en: 'All other browsers are logged out.',
  de: 'Alle anderen Browser sind abgemeldet.',
  ar: 'سُجّل الخروج من جميع المتصفحات الأخرى.',
})

export const passkeyAdded = message({
  en: 'Your passkey is added. You can log in with it from now on.',
  de: 'Dein Passkey ist hinzugefügt. Ab jetzt kannst du dich damit anmelden.',
  ar: 'أُضيف مفتاح المرور. يمكنك تسجيل الدخول به من الآن.',
})

export const passkeyRemoved = message({
  en: 'That passkey is removed.',
  de: 'Dieser Passkey ist entfernt.',
  ar: 'أُزيل مفتاح المرور.',
})

export const passwordReset = message({
  en: 'Your password is changed. Log in with the new one.',
  de: 'Dein Passwort ist geändert. Melde dich mit dem neuen an.',
  ar: 'تغيّرت كلمة المرور. سجّل الدخول بالجديدة.',
})

export const connected = message({
  en: 'Connected. You can log in with it from now on.',
  de: 'Verbunden. Ab jetzt kannst du dich damit anmelden.',
  ar: 'تم الربط. يمكنك تسجيل الدخول به من الآن.',
})

export const disconnected = message({
  en: 'Disconnected.',
  de: 'Getrennt.',
  ar: 'تم الفصل.',
})

export const nameSaved = message({
  en: 'Your name is saved.',
  de: 'Dein Name ist gespeichert.',
  ar: 'حُفظ اسمك.',
})

export const regionSaved = message({
  en: 'Your language and time zone are saved.',
  de: 'Deine Sprache und Zeitzone sind gespeichert.',
  ar: 'حُفظت لغتك ومنطقتك الزمنية.',
})

export const passwordChanged = message({
  en: 'Your password is changed, and all other browsers are logged out.',
  de: 'Dein Passwort ist geändert, und alle anderen Browser sind abgemeldet.',
  ar: 'تغيّرت كلمة المرور وسُجّل الخروج من المتصفحات الأخرى.',
})

export const accountDeleted = message({
  en: 'Your account is deleted.',
  de: 'Dein Konto ist gelöscht.',
  ar: 'حُذف حسابك.',
})

export const tokenRevoked = message({
  en: 'That token is revoked.',
  de: 'Dieses Token ist widerrufen.',
  ar: 'أُلغي ذلك الرمز.',
})

export const twoFactorOff = message({
  en: 'Two-factor login is turned off.',
  de: 'Die Anmeldung in zwei Schritten ist ausgeschaltet.',
  ar: 'أُوقف تسجيل الدخول بخطوتين.',
})

export const mailSent = message({
  en: 'We have sent you another mail.',
  de: 'Wir haben dir noch eine Mail geschickt.',
  ar: 'أرسلنا إليك رسالة أخرى.',
})

export const mailsSent = message({
  en: 'We have sent you several mails. Look into your spam folder, or try again in a few minutes.',
  de: 'Wir haben dir mehrere Mails geschickt. Sieh im Spam-Ordner nach oder versuche es in ein paar Minuten noch einmal.',
  ar: 'أرسلنا إليك عدة رسائل. ابحث في مجلد الرسائل غير المرغوب فيها أو حاول بعد دقائق.',
})

export const verifiedAlready = message({
  en: 'Your address is verified already.',
  de: 'Deine Adresse ist schon bestätigt.',
  ar: 'عنوانك مؤكَّد بالفعل.',
})

export const addressVerified = message({
  en: 'Your address is verified.',
  de: 'Deine Adresse ist bestätigt.',
  ar: 'تأكّد عنوانك.',
})

import { message } from 'tenon/languages'

// What the mails about accounts say.

export const ignoreThisMail = message({
  en: 'If it was not you, ignore this mail.',
  de: 'Wenn du das nicht warst, ignoriere diese Mail.',
  ar: 'إن لم تكن أنت فتجاهل هذه الرسالة.',
})

export const alreadyRegistered = message({
  en: 'You already have an account',
  de: 'Du hast schon ein Konto',
  ar: 'لديك حساب بالفعل',
})

export const alreadyRegisteredText = message({
  en: 'Somebody, hopefully you, tried to create an account with this address, but there is one already. Log in instead. If you have forgotten your password, you can choose a new one there.',
  de: 'Jemand, hoffentlich du, wollte mit dieser Adresse ein Konto anlegen, aber es gibt schon eines. Melde dich stattdessen an. Wenn du dein Passwort vergessen hast, kannst du dort ein neues wählen.',
  ar: 'حاول شخص ما، ونأمل أنك هو، إنشاء حساب بهذا العنوان، لكن يوجد حساب بالفعل. سجّل الدخول بدلًا من ذلك. وإن نسيت كلمة المرور فيمكنك اختيار كلمة جديدة هناك.',
})

export const confirmNewAddress = message({
  en: 'Confirm your new address',
  de: 'Bestätige deine neue Adresse',
  ar: 'أكّد عنوانك الجديد',
})

export const newAddress = message({
  en: 'A new address for your account',
  de: 'Eine neue Adresse für dein Konto',
  ar: 'عنوان جديد لحسابك',
})

export const newAddressText = message({
  en: 'You want to change the address of your account. Confirm it in both mailboxes, the old and the new one, within an hour.',
  de: 'Du willst die Adresse deines Kontos ändern. Bestätige das innerhalb einer Stunde in beiden Postfächern, dem alten und dem neuen.',
  ar: 'تريد تغيير عنوان حسابك. أكّد ذلك في صندوقي البريد القديم والجديد خلال ساعة.',
})

export const newAddressWarning = message({
  en: 'If it was not you, do not confirm it, and change your password.',
  de: 'Wenn du das nicht warst, bestätige es nicht und ändere dein Passwort.',
  ar: 'إن لم تكن أنت فلا تؤكده وغيّر كلمة المرور.',
})

export const resetText = message({
  en: 'Somebody, hopefully you, has forgotten the password of your account.',
  de: 'Jemand, hoffentlich du, hat das Passwort deines Kontos vergessen.',
  ar: 'نسي شخص ما، ونأمل أنك هو، كلمة مرور حسابك.',
})

export const resetUntil = message({
  en: 'The link works for 30 minutes, and once. If it was not you, ignore this mail.',
  de: 'Der Link gilt 30 Minuten und einmal. Wenn du das nicht warst, ignoriere diese Mail.',
  ar: 'يعمل الرابط مرة واحدة ولمدة 30 دقيقة. إن لم تكن أنت فتجاهل هذه الرسالة.',
})

export const welcome = message({
  en: 'Welcome',
  de: 'Willkommen',
  ar: 'أهلًا بك',
})

export const verifyText = message({
  en: 'Tell us that this address is yours. The link works for one day, and once.',
  de: 'Sag uns, dass dies deine Adresse ist. Der Link gilt einen Tag und einmal.',
  ar: 'أخبرنا أن هذا العنوان لك. يعمل الرابط مرة واحدة ولمدة يوم.',
})

export const notRegistered = message({
  en: 'If you have not created an account, ignore this mail.',
  de: 'Wenn du kein Konto angelegt hast, ignoriere diese Mail.',
  ar: 'إن لم تُنشئ حسابًا فتجاهل هذه الرسالة.',
})

export const ipAddress = message({
  en: 'IP address {ip}',
  de: 'IP-Adresse {ip}',
  ar: 'عنوان IP ‏{ip}',
})

export const ownHelp = message({
  en: 'If it was you, there is nothing to do. If not, choose a new password now, which logs out all browsers and can end all access tokens. Then look through the security settings of your account.',
  de: 'Wenn du das warst, ist nichts zu tun. Wenn nicht, wähle jetzt ein neues Passwort: Das meldet alle Browser ab und kann alle Zugriffstoken beenden. Sieh dann die Sicherheitseinstellungen deines Kontos durch.',
  ar: 'إن كنت أنت فلا حاجة إلى شيء. وإلا فاختر الآن كلمة مرور جديدة، فهي تسجّل الخروج من جميع المتصفحات ويمكنها إنهاء رموز الوصول. ثم راجع إعدادات الأمان في حسابك.',
})

export const lostHelp = message({
  en: 'Mails to this address do not reach your account any more. If it was you, there is nothing to do. If not, tell us at once.',
  de: 'Mails an diese Adresse gehören nicht mehr zu deinem Konto. Wenn du das warst, ist nichts zu tun. Wenn nicht, melde dich sofort bei uns.',
  ar: 'لم تعد الرسائل إلى هذا العنوان تصل إلى حسابك. إن كنت أنت فلا حاجة إلى شيء. وإلا فأخبرنا فورًا.',
})

export const passwordChangedTitle = message({
  en: 'Your password was changed',
  de: 'Dein Passwort wurde geändert',
  ar: 'تغيّرت كلمة المرور',
})

export const passwordChangedText = message({
  en: 'The password of your account was changed in the settings, and all other browsers were logged out.',
  de: 'Das Passwort deines Kontos wurde in den Einstellungen geändert, und alle anderen Browser wurden abgemeldet.',
  ar: 'تغيّرت كلمة مرور حسابك في الإعدادات وسُجّل الخروج من جميع المتصفحات الأخرى.',
})

export const passwordResetTitle = message({
  en: 'Your password was reset',
  de: 'Dein Passwort wurde zurückgesetzt',
  ar: 'أُعيد تعيين كلمة المرور',
})

export const passwordResetText = message({
  en: 'The password of your account was replaced by the link in a mail, and all browsers were logged out.',
  de: 'Das Passwort deines Kontos wurde über den Link in einer Mail ersetzt, und alle Browser wurden abgemeldet.',
  ar: 'استُبدلت كلمة مرور حسابك عبر رابط في رسالة وسُجّل الخروج من جميع المتصفحات.',
})

export const addressChangedTitle = message({
  en: 'Your email address was changed',
  de: 'Deine E-Mail-Adresse wurde geändert',
  ar: 'تغيّر عنوان بريدك',
})

export const addressChangedText = message({
  en: 'Your account has another email address, which was confirmed in both mailboxes.',
  de: 'Dein Konto hat eine andere E-Mail-Adresse, die in beiden Postfächern bestätigt wurde.',
  ar: 'لحسابك عنوان بريد آخر تأكّد في صندوقي البريد.',
})

export const secondFactorOnTitle = message({
  en: 'Two-factor login was turned on',
  de: 'Die Anmeldung in zwei Schritten wurde eingeschaltet',
  ar: 'فُعّل تسجيل الدخول بخطوتين',
})

export const secondFactorOnText = message({
  en: 'Your account asks for a code of an authenticator app after the password.',
  de: 'Dein Konto fragt nach dem Passwort nach einem Code einer Authenticator-App.',
  ar: 'يطلب حسابك رمزًا من تطبيق مصادقة بعد كلمة المرور.',
})

export const secondFactorOffTitle = message({
  en: 'Two-factor login was turned off',
  de: 'Die Anmeldung in zwei Schritten wurde ausgeschaltet',
  ar: 'أُوقف تسجيل الدخول بخطوتين',
})

export const secondFactorOffText = message({
  en: 'Your account does not ask for a code any more: the password alone is enough to log in.',
  de: 'Dein Konto fragt nicht mehr nach einem Code: Das Passwort allein reicht zum Anmelden.',
  ar: 'لم يعد حسابك يطلب رمزًا: تكفي كلمة المرور وحدها لتسجيل الدخول.',
})

export const newCodesTitle = message({
  en: 'New recovery codes were made',
  de: 'Neue Wiederherstellungscodes wurden erstellt',
  ar: 'أُنشئت رموز استرداد جديدة',
})

export const newCodesText = message({
  en: 'Your account has ten new recovery codes. The ones before do not work any more.',
  de: 'Dein Konto hat zehn neue Wiederherstellungscodes. Die bisherigen gelten nicht mehr.',
  ar: 'لحسابك عشرة رموز استرداد جديدة. لم تعد الرموز السابقة تعمل.',
})

export const codeUsedTitle = message({
  en: 'A recovery code was used',
  de: 'Ein Wiederherstellungscode wurde benutzt',
  ar: 'استُخدم رمز استرداد',
})

export const codeUsedText = message({
  en: 'Somebody has given your password, and a recovery code instead of a code of your app.',
  de: 'Jemand hat dein Passwort eingegeben und statt eines Codes deiner App einen Wiederherstellungscode.',
  ar: 'أدخل شخص ما كلمة المرور ورمز استرداد بدلًا من رمز تطبيقك.',
})

export const passkeyAddedTitle = message({
  en: 'A passkey was added',
  de: 'Ein Passkey wurde hinzugefügt',
  ar: 'أُضيف مفتاح مرور',
})

export const passkeyAddedText = message({
  en: 'A new passkey can log in to your account, without your password.',
  de: 'Ein neuer Passkey kann sich ohne dein Passwort in deinem Konto anmelden.',
  ar: 'يستطيع مفتاح مرور جديد تسجيل الدخول إلى حسابك دون كلمة المرور.',
})

export const passkeyRemovedTitle = message({
  en: 'A passkey was removed',
  de: 'Ein Passkey wurde entfernt',
  ar: 'أُزيل مفتاح مرور',
})

export const passkeyRemovedText = message({
  en: 'One of your passkeys does not log in to your account any more.',
  de: 'Einer deiner Passkeys meldet sich nicht mehr in deinem Konto an.',
  ar: 'لم يعد أحد مفاتيح المرور يسجّل الدخول إلى حسابك.',
})

export const connectedTitle = message({
  en: 'Another account was connected',
  de: 'Ein anderes Konto wurde verbunden',
  ar: 'رُبط حساب آخر',
})

export const connectedText = message({
  en: 'An account at another provider can log in to your account, without your password.',
  de: 'Ein Konto bei einem anderen Anbieter kann sich ohne dein Passwort in deinem Konto anmelden.',
  ar: 'يستطيع حساب لدى مزوّد آخر تسجيل الدخول إلى حسابك دون كلمة المرور.',
})

export const disconnectedTitle = message({
  en: 'An account was disconnected',
  de: 'Ein Konto wurde getrennt',
  ar: 'فُصل حساب',
})

export const disconnectedText = message({
  en: 'An account at another provider does not log in to your account any more.',
  de: 'Ein Konto bei einem anderen Anbieter meldet sich nicht mehr in deinem Konto an.',
  ar: 'لم يعد حساب لدى مزوّد آخر يسجّل الدخول إلى حسابك.',
})

export const tokenIssuedTitle = message({
  en: 'An access token was created',
  de: 'Ein Zugriffstoken wurde angelegt',
  ar: 'أُنشئ رمز وصول',
})

export const tokenIssuedText = message({
  en: 'A program that has the token can act for you through the API.',
  de: 'Ein Programm mit dem Token kann über die API für dich handeln.',
  ar: 'يستطيع البرنامج الذي يملك الرمز أن يعمل نيابة عنك عبر واجهة API.',
})

export const tokenRevokedTitle = message({
  en: 'An access token was revoked',
  de: 'Ein Zugriffstoken wurde widerrufen',
  ar: 'أُلغي رمز وصول',
})

export const tokenRevokedText = message({
  en: 'Programs that use this token cannot act for you any more.',
  de: 'Programme mit diesem Token können nicht mehr für dich handeln.',
  ar: 'لم تعد البرامج التي تستخدم هذا الرمز تستطيع العمل نيابة عنك.',
})

export const newBrowserTitle = message({
  en: 'A login from a new browser',
  de: 'Eine Anmeldung mit einem neuen Browser',
  ar: 'تسجيل دخول من متصفح جديد',
})

export const newBrowserText = message({
  en: 'Somebody has logged in to your account in a browser that we have not seen before.',
  de: 'Jemand hat sich mit einem Browser in deinem Konto angemeldet, den wir noch nicht kennen.',
  ar: 'سجّل شخص ما الدخول إلى حسابك من متصفح لم نره من قبل.',
})

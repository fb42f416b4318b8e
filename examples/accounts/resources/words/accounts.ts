import { message } from 'tenon/languages'

// What the pages around the login say, and what several pages share.

export const skipToContent = message({
  en: 'Skip to content',
  de: 'Zum Inhalt springen',
  ar: 'تخطَّ إلى المحتوى',
})

export const mainMenu = message({
  en: 'Main menu',
  de: 'Hauptmenü',
  ar: 'القائمة الرئيسية',
})

export const account = message({
  en: 'Account',
  de: 'Konto',
  ar: 'الحساب',
})

export const settings = message({
  en: 'Settings',
  de: 'Einstellungen',
  ar: 'الإعدادات',
})

export const logOut = message({
  en: 'Log out',
  de: 'Abmelden',
  ar: 'تسجيل الخروج',
})

export const cancel = message({
  en: 'Cancel',
  de: 'Abbrechen',
  ar: 'إلغاء',
})

export const dismiss = message({
  en: 'Dismiss',
  de: 'Schließen',
  ar: 'إغلاق',
})

export const logIn = message({
  en: 'Log in',
  de: 'Anmelden',
  ar: 'تسجيل الدخول',
})

export const languageLabel = message({
  en: 'Language',
  de: 'Sprache',
  ar: 'اللغة',
})

export const emailAddress = message({
  en: 'Email address',
  de: 'E-Mail-Adresse',
  ar: 'عنوان البريد الإلكتروني',
})

export const passwordLabel = message({
  en: 'Password',
  de: 'Passwort',
  ar: 'كلمة المرور',
})

export const newPassword = message({
  en: 'New password',
  de: 'Neues Passwort',
  ar: 'كلمة المرور الجديدة',
})

export const passwordHint = message({
  en: 'At least 8 characters. Several words are easy to remember.',
  de: 'Mindestens 8 Zeichen. Mehrere Wörter sind leicht zu merken.',
  ar: '8 أحرف على الأقل. من السهل تذكّر عدة كلمات.',
})

export const showPassword = message({
  en: 'Show',
  de: 'Zeigen',
  ar: 'إظهار',
})

export const hidePassword = message({
  en: 'Hide',
  de: 'Verbergen',
  ar: 'إخفاء',
})

export const showField = message({
  en: 'Show {label}',
  de: '{label} zeigen',
  ar: 'إظهار {label}',
})

export const changePassword = message({
  en: 'Change password',
  de: 'Passwort ändern',
  ar: 'تغيير كلمة المرور',
})

export const nameLabel = message({
  en: 'Name',
  de: 'Name',
  ar: 'الاسم',
})

export const codeLabel = message({
  en: 'Code',
  de: 'Code',
  ar: 'الرمز',
})

export const or = message({
  en: 'or',
  de: 'oder',
  ar: 'أو',
})

export const continueWith = message({
  en: 'Continue with {provider}',
  de: 'Weiter mit {provider}',
  ar: 'المتابعة باستخدام {provider}',
})

export const logInWithPasskey = message({
  en: 'Log in with a passkey',
  de: 'Mit einem Passkey anmelden',
  ar: 'تسجيل الدخول بمفتاح مرور',
})

export const somethingFailed = message({
  en: 'This did not work',
  de: 'Das hat nicht geklappt',
  ar: 'لم ينجح ذلك',
})

export const pleaseCorrect = message({
  en: 'Please correct this',
  de: 'Bitte korrigiere das',
  ar: 'يرجى تصحيح ما يلي',
})

export const newHere = message({
  en: 'New here?',
  de: 'Neu hier?',
  ar: 'جديد هنا؟',
})

export const createAnAccount = message({
  en: 'Create an account',
  de: 'Konto anlegen',
  ar: 'إنشاء حساب',
})

export const createAccount = message({
  en: 'Create account',
  de: 'Konto anlegen',
  ar: 'إنشاء الحساب',
})

export const haveAnAccount = message({
  en: 'You have one already?',
  de: 'Du hast schon eines?',
  ar: 'لديك حساب بالفعل؟',
})

export const stayLoggedIn = message({
  en: 'Stay logged in',
  de: 'Angemeldet bleiben',
  ar: 'البقاء مسجّل الدخول',
})

export const forgotPassword = message({
  en: 'Forgot your password?',
  de: 'Passwort vergessen?',
  ar: 'هل نسيت كلمة المرور؟',
})

export const forgotPasswordLead = message({
  en: 'We send you a link with which you choose a new one.',
  de: 'Wir schicken dir einen Link, mit dem du ein neues wählst.',
  ar: 'سنرسل إليك رابطًا تختار به كلمة جديدة.',
})

export const backToLogin = message({
  en: 'Back to the login',
  de: 'Zurück zur Anmeldung',
  ar: 'العودة إلى تسجيل الدخول',
})

export const sendLink = message({
  en: 'Send the link',
  de: 'Link schicken',
  ar: 'إرسال الرابط',
})

export const askForNewLink = message({
  en: 'Ask for a new link',
  de: 'Neuen Link anfordern',
  ar: 'طلب رابط جديد',
})

export const chooseNewPassword = message({
  en: 'Choose a new password',
  de: 'Wähle ein neues Passwort',
  ar: 'اختر كلمة مرور جديدة',
})

export const chooseNewPasswordLead = message({
  en: 'All browsers are logged out then.',
  de: 'Danach sind alle Browser abgemeldet.',
  ar: 'سيُسجَّل الخروج من جميع المتصفحات بعد ذلك.',
})

export const endTokensToo = message({
  en: 'Also end all access tokens, if somebody else knew my password',
  de: 'Auch alle Zugriffstoken beenden, falls jemand mein Passwort kannte',
  ar: 'إنهاء جميع رموز الوصول أيضًا إذا كان غيري يعرف كلمة مروري',
})

export const linkIsDead = message({
  en: 'This link does not work any more',
  de: 'Dieser Link gilt nicht mehr',
  ar: 'لم يعد هذا الرابط صالحًا',
})

export const linkIsDeadLead = message({
  en: 'Each link works once, and only for a while. A newer one may be in your mailbox.',
  de: 'Jeder Link gilt einmal und nur für eine Weile. Vielleicht liegt ein neuerer in deinem Postfach.',
  ar: 'يعمل كل رابط مرة واحدة ولفترة محدودة. قد تجد رابطًا أحدث في بريدك.',
})

export const enterYourCode = message({
  en: 'Enter your code',
  de: 'Gib deinen Code ein',
  ar: 'أدخل الرمز',
})

export const enterYourCodeLead = message({
  en: 'Your password is right. Now open your authenticator app.',
  de: 'Dein Passwort stimmt. Öffne jetzt deine Authenticator-App.',
  ar: 'كلمة المرور صحيحة. افتح الآن تطبيق المصادقة.',
})

export const enterYourCodeHint = message({
  en: 'Six digits. Without the app, enter a recovery code.',
  de: 'Sechs Ziffern. Ohne die App: ein Wiederherstellungscode.',
  ar: 'ستة أرقام. إن لم يكن التطبيق لديك فأدخل رمز استرداد.',
})

export const logInAsOther = message({
  en: 'Log in as somebody else',
  de: 'Als jemand anderes anmelden',
  ar: 'تسجيل الدخول بحساب آخر',
})

export const checkYourMail = message({
  en: 'Check your mail',
  de: 'Sieh in dein Postfach',
  ar: 'تحقّق من بريدك',
})

export const verifyMailSent = message({
  en: 'We have sent you a mail with a link. Open it to verify your address.',
  de: 'Wir haben dir eine Mail mit einem Link geschickt. Öffne ihn, um deine Adresse zu bestätigen.',
  ar: 'أرسلنا إليك رسالة فيها رابط. افتحه لتأكيد عنوانك.',
})

export const resetMailSent = message({
  en: 'If you have an account, we have sent you a mail with a link. It works for 30 minutes.',
  de: 'Wenn du ein Konto hast, haben wir dir eine Mail mit einem Link geschickt. Er gilt 30 Minuten.',
  ar: 'إذا كان لديك حساب فقد أرسلنا إليك رسالة فيها رابط. يعمل لمدة 30 دقيقة.',
})

export const lookIntoSpam = message({
  en: 'Nothing there after a few minutes? Look into your spam folder.',
  de: 'Nach ein paar Minuten noch nichts da? Sieh im Spam-Ordner nach.',
  ar: 'لم يصل شيء بعد دقائق؟ ابحث في مجلد الرسائل غير المرغوب فيها.',
})

export const confirmYourPassword = message({
  en: 'Confirm your password',
  de: 'Bestätige dein Passwort',
  ar: 'أكّد كلمة المرور',
})

export const confirmItIsYou = message({
  en: 'Confirm that it is you',
  de: 'Bestätige, dass du es bist',
  ar: 'أكّد أنك أنت',
})

export const confirmLead = message({
  en: 'You are about to change something important, so we ask again.',
  de: 'Du änderst gleich etwas Wichtiges, deshalb fragen wir noch einmal.',
  ar: 'أنت على وشك تغيير شيء مهم، لذلك نسأل مرة أخرى.',
})

export const confirm = message({
  en: 'Confirm',
  de: 'Bestätigen',
  ar: 'تأكيد',
})

export const backToSettings = message({
  en: 'Back to the settings',
  de: 'Zurück zu den Einstellungen',
  ar: 'العودة إلى الإعدادات',
})

export const openTheSettings = message({
  en: 'Open the settings',
  de: 'Einstellungen öffnen',
  ar: 'فتح الإعدادات',
})

export const verifyYourAddress = message({
  en: 'Verify your address',
  de: 'Bestätige deine Adresse',
  ar: 'أكّد عنوانك',
})

export const verifyLead = message({
  en: 'One click, and your address is verified.',
  de: 'Ein Klick, und deine Adresse ist bestätigt.',
  ar: 'نقرة واحدة ويتأكد عنوانك.',
})

export const verifyMyAddress = message({
  en: 'Verify my address',
  de: 'Meine Adresse bestätigen',
  ar: 'تأكيد عنواني',
})

export const openLinkSentTo = message({
  en: 'Open the link that we have sent to {email}.',
  de: 'Öffne den Link, den wir an {email} geschickt haben.',
  ar: 'افتح الرابط الذي أرسلناه إلى {email}.',
})

export const sendAgain = message({
  en: 'Send it again',
  de: 'Noch einmal schicken',
  ar: 'إعادة الإرسال',
})

export const logInForNewLink = message({
  en: 'Log in to get a new link',
  de: 'Anmelden und neuen Link holen',
  ar: 'سجّل الدخول للحصول على رابط جديد',
})

export const changeYourAddress = message({
  en: 'Change your address',
  de: 'Ändere deine Adresse',
  ar: 'غيّر عنوانك',
})

export const changeYourAddressLead = message({
  en: 'It is changed as soon as you have confirmed it in both mailboxes.',
  de: 'Sie ist geändert, sobald du es in beiden Postfächern bestätigt hast.',
  ar: 'يتغيّر العنوان حالما تؤكده في صندوقي البريد.',
})

export const confirmTheChange = message({
  en: 'Confirm the change',
  de: 'Änderung bestätigen',
  ar: 'تأكيد التغيير',
})

export const deviceName = message({
  en: '{browser} on {system}',
  de: '{browser} unter {system}',
  ar: '{browser} على {system}',
})

export const unknownBrowser = message({
  en: 'Unknown browser',
  de: 'Unbekannter Browser',
  ar: 'متصفح غير معروف',
})

export const passkeyFailed = message({
  en: 'That did not work. Reload the page and try again.',
  de: 'Das hat nicht geklappt. Lade die Seite neu und versuche es noch einmal.',
  ar: 'لم ينجح ذلك. أعد تحميل الصفحة وحاول مرة أخرى.',
})

export const noPasskeyChosen = message({
  en: 'No passkey was chosen, or it took too long. Try again.',
  de: 'Es wurde kein Passkey gewählt, oder es hat zu lange gedauert. Versuche es noch einmal.',
  ar: 'لم يُختر مفتاح مرور أو استغرق الأمر وقتًا طويلًا. حاول مرة أخرى.',
})

export const hasPasskeyAlready = message({
  en: 'This device has a passkey for your account already.',
  de: 'Dieses Gerät hat schon einen Passkey für dein Konto.',
  ar: 'لدى هذا الجهاز مفتاح مرور لحسابك بالفعل.',
})

export const passkeyNotSupported = message({
  en: 'This device cannot keep the kind of passkey that we use.',
  de: 'Dieses Gerät kann Passkeys dieser Art nicht aufbewahren.',
  ar: 'لا يستطيع هذا الجهاز حفظ نوع مفاتيح المرور الذي نستخدمه.',
})

export const passkeyNeedsHttps = message({
  en: 'Passkeys only work over https, and in development on localhost.',
  de: 'Passkeys funktionieren nur über https und bei der Entwicklung auf localhost.',
  ar: 'لا تعمل مفاتيح المرور إلا عبر https، وعلى localhost أثناء التطوير.',
})

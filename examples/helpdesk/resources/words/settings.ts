import { message } from 'tenon/languages'

// What the settings say.

export const securityTab = message({
  en: 'Security',
  de: 'Sicherheit',
  ar: 'الأمان',
})

export const profile = message({
  en: 'Profile',
  de: 'Profil',
  ar: 'الملف الشخصي',
})

export const profileAbout = message({
  en: 'What we call you.',
  de: 'Wie wir dich nennen.',
  ar: 'كيف نناديك.',
})

export const saveName = message({
  en: 'Save name',
  de: 'Namen speichern',
  ar: 'حفظ الاسم',
})

export const emailAbout = message({
  en: 'You log in with it, and we send mails to it.',
  de: 'Damit meldest du dich an, und dorthin schicken wir Mails.',
  ar: 'تسجّل به الدخول ونرسل إليه الرسائل.',
})

export const verified = message({
  en: 'verified',
  de: 'bestätigt',
  ar: 'مؤكَّد',
})

export const notVerified = message({
  en: 'not verified',
  de: 'nicht bestätigt',
  ar: 'غير مؤكَّد',
})

export const changeAddress = message({
  en: 'Change address',
  de: 'Adresse ändern',
  ar: 'تغيير العنوان',
})

export const verifyAddress = message({
  en: 'Verify address',
  de: 'Adresse bestätigen',
  ar: 'تأكيد العنوان',
})

export const browsersTitle = message({
  en: 'Browsers',
  de: 'Browser',
  ar: 'المتصفحات',
})

export const browsersAbout = message({
  en: 'Where you are logged in. End what you do not recognize.',
  de: 'Wo du angemeldet bist. Beende, was du nicht kennst.',
  ar: 'حيث أنت مسجّل الدخول. أنهِ ما لا تعرفه.',
})

export const thisBrowser = message({
  en: 'this browser',
  de: 'dieser Browser',
  ar: 'هذا المتصفح',
})

export const lastUsedFrom = message({
  en: '{ip}, last used {time}',
  de: '{ip}, zuletzt benutzt {time}',
  ar: '{ip}، آخر استخدام {time}',
})

export const logOutOthers = message({
  en: 'Log out all other browsers',
  de: 'Alle anderen Browser abmelden',
  ar: 'تسجيل الخروج من جميع المتصفحات الأخرى',
})

export const logOutDevice = message({
  en: 'Log out {device}, {ip}',
  de: '{device}, {ip} abmelden',
  ar: 'تسجيل الخروج من {device}، {ip}',
})

export const region = message({
  en: 'Language and time',
  de: 'Sprache und Zeit',
  ar: 'اللغة والوقت',
})

export const regionAbout = message({
  en: 'How pages and mails speak to you.',
  de: 'Wie Seiten und Mails mit dir sprechen.',
  ar: 'كيف تخاطبك الصفحات والرسائل.',
})

export const timeZoneLabel = message({
  en: 'Time zone',
  de: 'Zeitzone',
  ar: 'المنطقة الزمنية',
})

export const ofThisBrowser = message({
  en: 'That of the browser',
  de: 'Die des Browsers',
  ar: 'منطقة المتصفح',
})

export const saveRegion = message({
  en: 'Save',
  de: 'Speichern',
  ar: 'حفظ',
})

export const yourData = message({
  en: 'Your data',
  de: 'Deine Daten',
  ar: 'بياناتك',
})

export const yourDataAbout = message({
  en: 'Everything that is stored about you, in one file.',
  de: 'Alles, was über dich gespeichert ist, in einer Datei.',
  ar: 'كل ما هو مخزَّن عنك، في ملف واحد.',
})

export const downloadMyData = message({
  en: 'Download my data',
  de: 'Meine Daten herunterladen',
  ar: 'تنزيل بياناتي',
})

export const deleteAccount = message({
  en: 'Delete account',
  de: 'Konto löschen',
  ar: 'حذف الحساب',
})

export const deleteAccountAbout = message({
  en: 'Deletes your account and everything in it.',
  de: 'Löscht dein Konto und alles darin.',
  ar: 'يحذف حسابك وكل ما فيه.',
})

export const deleteYourAccount = message({
  en: 'Delete your account?',
  de: 'Dein Konto löschen?',
  ar: 'حذف حسابك؟',
})

export const deleteYourAccountLead = message({
  en: 'The account of {email} is deleted at once. Nobody can bring it back.',
  de: 'Das Konto von {email} wird sofort gelöscht. Niemand kann es zurückholen.',
  ar: 'يُحذف حساب {email} فورًا. لا يستطيع أحد استعادته.',
})

export const keepMyAccount = message({
  en: 'Keep my account',
  de: 'Mein Konto behalten',
  ar: 'الاحتفاظ بحسابي',
})

export const deleteMyAccount = message({
  en: 'Delete my account',
  de: 'Mein Konto löschen',
  ar: 'حذف حسابي',
})

export const yourEmailAddress = message({
  en: 'Your email address',
  de: 'Deine E-Mail-Adresse',
  ar: 'عنوان بريدك الإلكتروني',
})

export const typeToConfirm = message({
  en: 'Type it to confirm that you want this.',
  de: 'Gib sie ein, um zu bestätigen, dass du das willst.',
  ar: 'اكتبه لتؤكد أنك تريد ذلك.',
})

export const changeAddressLead = message({
  en: 'We send a link to {email} and another one to the new address. Open both within an hour.',
  de: 'Wir schicken einen Link an {email} und einen an die neue Adresse. Öffne beide innerhalb einer Stunde.',
  ar: 'نرسل رابطًا إلى {email} وآخر إلى العنوان الجديد. افتح كليهما خلال ساعة.',
})

export const sendBothLinks = message({
  en: 'Send both links',
  de: 'Beide Links schicken',
  ar: 'إرسال الرابطين',
})

export const newEmailAddress = message({
  en: 'New email address',
  de: 'Neue E-Mail-Adresse',
  ar: 'عنوان البريد الجديد',
})

export const noPasswordAbout = message({
  en: 'You have none. A link in a mail lets you set one.',
  de: 'Du hast keines. Mit einem Link in einer Mail legst du eines fest.',
  ar: 'ليست لديك كلمة مرور. يتيح لك رابط في رسالة تعيين واحدة.',
})

export const setPassword = message({
  en: 'Set a password',
  de: 'Passwort festlegen',
  ar: 'تعيين كلمة مرور',
})

export const passwordAbout = message({
  en: 'A new password logs out all other browsers.',
  de: 'Ein neues Passwort meldet alle anderen Browser ab.',
  ar: 'كلمة المرور الجديدة تسجّل الخروج من المتصفحات الأخرى.',
})

export const currentPassword = message({
  en: 'Current password',
  de: 'Bisheriges Passwort',
  ar: 'كلمة المرور الحالية',
})

export const connectedAccounts = message({
  en: 'Connected accounts',
  de: 'Verbundene Konten',
  ar: 'الحسابات المرتبطة',
})

export const connectedAccountsAbout = message({
  en: 'Accounts elsewhere that log you in here.',
  de: 'Konten anderswo, die dich hier anmelden.',
  ar: 'حسابات في أماكن أخرى تسجّل دخولك هنا.',
})

export const disconnect = message({
  en: 'Disconnect',
  de: 'Trennen',
  ar: 'فصل',
})

export const disconnectProvider = message({
  en: 'Disconnect {provider}',
  de: '{provider} trennen',
  ar: 'فصل {provider}',
})

export const connectProvider = message({
  en: 'Connect {provider}',
  de: '{provider} verbinden',
  ar: 'ربط {provider}',
})

export const twoFactorLogin = message({
  en: 'Two-factor login',
  de: 'Anmeldung in zwei Schritten',
  ar: 'تسجيل الدخول بخطوتين',
})

export const twoFactorAbout = message({
  en: 'After your password we ask for a code of an app on your phone.',
  de: 'Nach dem Passwort fragen wir nach einem Code einer App auf deinem Telefon.',
  ar: 'بعد كلمة المرور نطلب رمزًا من تطبيق على هاتفك.',
})

export const authenticatorApp = message({
  en: 'Authenticator app',
  de: 'Authenticator-App',
  ar: 'تطبيق المصادقة',
})

export const on = message({
  en: 'on',
  de: 'an',
  ar: 'مفعَّل',
})

export const off = message({
  en: 'off',
  de: 'aus',
  ar: 'متوقف',
})

export const codesLeft = message({
  en: '{count, plural, =1 {One recovery code is left.} other {# recovery codes are left.}}',
  de: '{count, plural, =1 {Ein Wiederherstellungscode ist übrig.} other {# Wiederherstellungscodes sind übrig.}}',
  ar: '{count, plural, =1 {بقي رمز استرداد واحد.} two {بقي رمزا استرداد.} few {بقيت # رموز استرداد.} many {بقي # رمز استرداد.} other {بقي # رمز استرداد.}}',
})

export const newRecoveryCodes = message({
  en: 'New recovery codes',
  de: 'Neue Wiederherstellungscodes',
  ar: 'رموز استرداد جديدة',
})

export const turnOff = message({
  en: 'Turn off',
  de: 'Ausschalten',
  ar: 'إيقاف',
})

export const turnOn = message({
  en: 'Turn on',
  de: 'Einschalten',
  ar: 'تفعيل',
})

export const passkeysTitle = message({
  en: 'Passkeys',
  de: 'Passkeys',
  ar: 'مفاتيح المرور',
})

export const passkeysAbout = message({
  en: 'Log in with a fingerprint, face or PIN instead of your password.',
  de: 'Melde dich mit Fingerabdruck, Gesicht oder PIN statt mit dem Passwort an.',
  ar: 'سجّل الدخول ببصمة أو بالوجه أو برقم سري بدلًا من كلمة المرور.',
})

export const noPasskeys = message({
  en: 'You have no passkey yet.',
  de: 'Du hast noch keinen Passkey.',
  ar: 'ليس لديك مفتاح مرور بعد.',
})

export const passkeyUse = message({
  en: 'Added {day}, {time, select, never {never used} other {last used {time}}}',
  de: 'Hinzugefügt {day}, {time, select, never {nie benutzt} other {zuletzt benutzt {time}}}',
  ar: 'أُضيف {day}، {time, select, never {لم يُستخدم} other {آخر استخدام {time}}}',
})

export const remove = message({
  en: 'Remove',
  de: 'Entfernen',
  ar: 'إزالة',
})

export const removePasskey = message({
  en: 'Remove the passkey {name}',
  de: 'Passkey {name} entfernen',
  ar: 'إزالة مفتاح المرور {name}',
})

export const addAPasskey = message({
  en: 'Add a passkey',
  de: 'Passkey hinzufügen',
  ar: 'إضافة مفتاح مرور',
})

export const addPasskeyLead = message({
  en: 'Your browser asks for your finger, your face or a PIN. It keeps the passkey on this device or in your password manager.',
  de: 'Dein Browser fragt nach Finger, Gesicht oder PIN. Er bewahrt den Passkey auf diesem Gerät oder in deinem Passwortmanager auf.',
  ar: 'يطلب متصفحك إصبعك أو وجهك أو رقمًا سريًا. ويحفظ مفتاح المرور على هذا الجهاز أو في مدير كلمات المرور.',
})

export const passkeyNameHint = message({
  en: 'By which you recognize it in the list.',
  de: 'Daran erkennst du ihn in der Liste.',
  ar: 'لتتعرّف عليه في القائمة.',
})

export const addPasskey = message({
  en: 'Add passkey',
  de: 'Passkey hinzufügen',
  ar: 'إضافة المفتاح',
})

export const noPasskeySupport = message({
  en: 'Passkeys do not work here: they need a newer browser, or an address with https and a name.',
  de: 'Passkeys funktionieren hier nicht: Sie brauchen einen neueren Browser, oder eine Adresse mit https und einem Namen.',
  ar: 'لا تعمل مفاتيح المرور هنا: فهي تحتاج إلى متصفح أحدث، أو إلى عنوان له اسم ويستخدم https.',
})

export const accessTokens = message({
  en: 'Access tokens',
  de: 'Zugriffstoken',
  ar: 'رموز الوصول',
})

export const accessTokensAbout = message({
  en: 'For programs that act for you through the API.',
  de: 'Für Programme, die über die API für dich handeln.',
  ar: 'للبرامج التي تعمل نيابة عنك عبر واجهة API.',
})

export const noTokens = message({
  en: 'You have no access token.',
  de: 'Du hast kein Zugriffstoken.',
  ar: 'ليس لديك رمز وصول.',
})

export const tokenUse = message({
  en: '{used, select, never {Never used} other {Last used {used}}}{expires, select, never {} other {, expires {expires}}}',
  de: '{used, select, never {Nie benutzt} other {Zuletzt benutzt {used}}}{expires, select, never {} other {, läuft ab {expires}}}',
  ar: '{used, select, never {لم يُستخدم} other {آخر استخدام {used}}}{expires, select, never {} other {، ينتهي {expires}}}',
})

export const revoke = message({
  en: 'Revoke',
  de: 'Widerrufen',
  ar: 'إلغاء',
})

export const revokeToken = message({
  en: 'Revoke the token {name}',
  de: 'Token {name} widerrufen',
  ar: 'إلغاء الرمز {name}',
})

export const createAToken = message({
  en: 'Create a token',
  de: 'Token anlegen',
  ar: 'إنشاء رمز',
})

export const createToken = message({
  en: 'Create token',
  de: 'Token anlegen',
  ar: 'إنشاء الرمز',
})

export const createTokenLead = message({
  en: 'A program that has it can act for you. Give it to nobody else.',
  de: 'Ein Programm, das es hat, kann für dich handeln. Gib es sonst niemandem.',
  ar: 'يستطيع البرنامج الذي يملكه أن يعمل نيابة عنك. لا تعطه لغيره.',
})

export const tokenNameHint = message({
  en: 'The program that uses it.',
  de: 'Das Programm, das es benutzt.',
  ar: 'البرنامج الذي يستخدمه.',
})

export const whatItMayDo = message({
  en: 'What it may do',
  de: 'Was es darf',
  ar: 'ما المسموح له',
})

export const readProfile = message({
  en: 'Read your profile',
  de: 'Dein Profil lesen',
  ar: 'قراءة ملفك الشخصي',
})

export const changeProfile = message({
  en: 'Change your profile',
  de: 'Dein Profil ändern',
  ar: 'تغيير ملفك الشخصي',
})

export const expires = message({
  en: 'Expires',
  de: 'Läuft ab',
  ar: 'ينتهي',
})

export const inAWeek = message({
  en: 'in a week',
  de: 'in einer Woche',
  ar: 'بعد أسبوع',
})

export const in30Days = message({
  en: 'in 30 days',
  de: 'in 30 Tagen',
  ar: 'بعد 30 يومًا',
})

export const in90Days = message({
  en: 'in 90 days',
  de: 'in 90 Tagen',
  ar: 'بعد 90 يومًا',
})

export const inAYear = message({
  en: 'in a year',
  de: 'in einem Jahr',
  ar: 'بعد سنة',
})

export const yourNewToken = message({
  en: 'Your new token',
  de: 'Dein neues Token',
  ar: 'رمزك الجديد',
})

export const yourNewTokenLead = message({
  en: 'Give it to {name} now. We cannot show it again.',
  de: 'Gib es jetzt {name}. Wir können es nicht noch einmal zeigen.',
  ar: 'أعطه إلى {name} الآن. لا يمكننا إظهاره مرة أخرى.',
})

export const tokenHeader = message({
  en: 'Programs send it in the header {header}',
  de: 'Programme senden es im Header {header}',
  ar: 'ترسله البرامج في الترويسة {header}',
})

export const haveCopied = message({
  en: 'I have copied it',
  de: 'Ich habe es kopiert',
  ar: 'لقد نسخته',
})

export const copy = message({
  en: 'Copy',
  de: 'Kopieren',
  ar: 'نسخ',
})

export const copied = message({
  en: 'Copied',
  de: 'Kopiert',
  ar: 'تم النسخ',
})

export const copiedToClipboard = message({
  en: 'Copied to the clipboard.',
  de: 'In die Zwischenablage kopiert.',
  ar: 'نُسخ إلى الحافظة.',
})

export const copyNotAllowed = message({
  en: 'Your browser does not allow that. Select the text and copy it.',
  de: 'Dein Browser erlaubt das nicht. Markiere den Text und kopiere ihn.',
  ar: 'لا يسمح متصفحك بذلك. حدّد النص وانسخه.',
})

export const download = message({
  en: 'Download',
  de: 'Herunterladen',
  ar: 'تنزيل',
})

export const print = message({
  en: 'Print',
  de: 'Drucken',
  ar: 'طباعة',
})

export const codesFile = message({
  en: 'Recovery codes of {brand} at {host}. Each works once.',
  de: 'Wiederherstellungscodes von {brand} auf {host}. Jeder gilt einmal.',
  ar: 'رموز استرداد {brand} على {host}. يعمل كل منها مرة واحدة.',
})

export const twoFactorIsOn = message({
  en: 'Two-factor login is on',
  de: 'Die Anmeldung in zwei Schritten ist an',
  ar: 'تسجيل الدخول بخطوتين مفعَّل',
})

export const yourNewCodes = message({
  en: 'Your new recovery codes',
  de: 'Deine neuen Wiederherstellungscodes',
  ar: 'رموز الاسترداد الجديدة',
})

export const keepCodesLead = message({
  en: 'Keep these codes in a safe place. Each of them logs you in once if you lose your phone. We cannot show them again.',
  de: 'Bewahre diese Codes an einem sicheren Ort auf. Jeder meldet dich einmal an, wenn du dein Telefon verlierst. Wir können sie nicht noch einmal zeigen.',
  ar: 'احفظ هذه الرموز في مكان آمن. يسجّل كل منها دخولك مرة واحدة إذا فقدت هاتفك. لا يمكننا إظهارها مرة أخرى.',
})

export const haveSaved = message({
  en: 'I have saved them',
  de: 'Ich habe sie gespeichert',
  ar: 'لقد حفظتها',
})

export const makeNewCodesTitle = message({
  en: 'Make new recovery codes?',
  de: 'Neue Wiederherstellungscodes erstellen?',
  ar: 'إنشاء رموز استرداد جديدة؟',
})

export const makeNewCodesLead = message({
  en: '{left, plural, =1 {You get ten new codes. The one that you still have will not work any more.} other {You get ten new codes. The # that you still have will not work any more.}}',
  de: '{left, plural, =1 {Du bekommst zehn neue Codes. Der eine, den du noch hast, gilt dann nicht mehr.} other {Du bekommst zehn neue Codes. Die #, die du noch hast, gelten dann nicht mehr.}}',
  ar: '{left, plural, =1 {ستحصل على عشرة رموز جديدة. لن يعمل الرمز المتبقي لديك.} other {ستحصل على عشرة رموز جديدة. لن تعمل الرموز المتبقية لديك (#).}}',
})

export const keepMyCodes = message({
  en: 'Keep my codes',
  de: 'Meine Codes behalten',
  ar: 'الاحتفاظ برموزي',
})

export const makeNewCodes = message({
  en: 'Make new codes',
  de: 'Neue Codes erstellen',
  ar: 'إنشاء رموز جديدة',
})

export const turnOffTwoFactor = message({
  en: 'Turn off two-factor login?',
  de: 'Anmeldung in zwei Schritten ausschalten?',
  ar: 'إيقاف تسجيل الدخول بخطوتين؟',
})

export const turnOffTwoFactorLead = message({
  en: 'Your password alone will be enough to log in. Your recovery codes stop working.',
  de: 'Dein Passwort allein reicht dann zum Anmelden. Deine Wiederherstellungscodes gelten nicht mehr.',
  ar: 'ستكفي كلمة المرور وحدها لتسجيل الدخول. وتتوقف رموز الاسترداد عن العمل.',
})

export const leaveItOn = message({
  en: 'Leave it on',
  de: 'Eingeschaltet lassen',
  ar: 'إبقاؤه مفعَّلًا',
})

export const turnItOff = message({
  en: 'Turn it off',
  de: 'Ausschalten',
  ar: 'إيقافه',
})

export const turnOnTwoFactor = message({
  en: 'Turn on two-factor login',
  de: 'Anmeldung in zwei Schritten einschalten',
  ar: 'تفعيل تسجيل الدخول بخطوتين',
})

export const scanLead = message({
  en: 'Scan this with an authenticator app, then enter the code that it shows.',
  de: 'Lies das mit einer Authenticator-App ein und gib dann den Code ein, den sie zeigt.',
  ar: 'امسح هذا بتطبيق مصادقة ثم أدخل الرمز الذي يعرضه.',
})

export const qrCode = message({
  en: 'QR code for your authenticator app',
  de: 'QR-Code für deine Authenticator-App',
  ar: 'رمز QR لتطبيق المصادقة',
})

export const cannotScan = message({
  en: 'I cannot scan it',
  de: 'Ich kann das nicht einlesen',
  ar: 'لا أستطيع مسحه',
})

export const enterKeyInstead = message({
  en: 'Enter this key in the app instead:',
  de: 'Gib stattdessen diesen Schlüssel in der App ein:',
  ar: 'أدخل هذا المفتاح في التطبيق بدلًا من ذلك:',
})

export const sixDigits = message({
  en: 'The six digits in the app.',
  de: 'Die sechs Ziffern in der App.',
  ar: 'الأرقام الستة في التطبيق.',
})

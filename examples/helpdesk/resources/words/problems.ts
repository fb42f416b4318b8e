import { message } from 'tenon/languages'

// What forms say about wrong input.

export const wrongLogin = message({
  en: 'The address or the password is wrong',
  de: 'Die Adresse oder das Passwort ist falsch',
  ar: 'العنوان أو كلمة المرور غير صحيحة',
})

export const tooManyAttempts = message({
  en: '{seconds, plural, one {Too many attempts. Try again in # second.} other {Too many attempts. Try again in # seconds.}}',
  de: '{seconds, plural, one {Zu viele Versuche. Versuche es in # Sekunde noch einmal.} other {Zu viele Versuche. Versuche es in # Sekunden noch einmal.}}',
  ar: 'محاولات كثيرة. حاول مرة أخرى بعد {seconds, plural, one {ثانية} two {ثانيتين} few {# ثوانٍ} many {# ثانية} other {# ثانية}}.',
})

export const deadLink = message({
  en: 'This link is not valid any more. Ask for a new one.',
  de: 'Dieser Link gilt nicht mehr. Fordere einen neuen an.',
  ar: 'لم يعد هذا الرابط صالحًا. اطلب رابطًا جديدًا.',
})

export const enterName = message({
  en: 'Enter your name',
  de: 'Gib deinen Namen ein',
  ar: 'أدخل اسمك',
})

export const tooLong = message({
  en: 'Use at most {count} characters',
  de: 'Höchstens {count} Zeichen',
  ar: 'استخدم {count} حرفًا على الأكثر',
})

export const tooShort = message({
  en: 'Use at least {count} characters',
  de: 'Mindestens {count} Zeichen',
  ar: 'استخدم {count} أحرف على الأقل',
})

export const enterEmail = message({
  en: 'Enter an email address, such as ada@example.com',
  de: 'Gib eine E-Mail-Adresse ein, zum Beispiel ada@example.com',
  ar: 'أدخل عنوان بريد إلكتروني مثل ada@example.com',
})

export const enterPassword = message({
  en: 'Enter your password',
  de: 'Gib dein Passwort ein',
  ar: 'أدخل كلمة المرور',
})

export const tooCommon = message({
  en: 'Too many people use this password',
  de: 'Zu viele Leute benutzen dieses Passwort',
  ar: 'يستخدم كثيرون كلمة المرور هذه',
})

export const enterCode = message({
  en: 'Enter a code',
  de: 'Gib einen Code ein',
  ar: 'أدخل رمزًا',
})

export const wrongCode = message({
  en: 'The code is wrong',
  de: 'Der Code ist falsch',
  ar: 'الرمز غير صحيح',
})

export const giveName = message({
  en: 'Give it a name',
  de: 'Gib einen Namen an',
  ar: 'أعطه اسمًا',
})

export const chooseAbilities = message({
  en: 'Choose what it may do',
  de: 'Wähle, was es darf',
  ar: 'اختر ما المسموح له',
})

export const chooseTimeZone = message({
  en: 'Choose a time zone',
  de: 'Wähle eine Zeitzone',
  ar: 'اختر منطقة زمنية',
})

export const enterEmailToDelete = message({
  en: 'Enter your email address to delete your account',
  de: 'Gib deine E-Mail-Adresse ein, um dein Konto zu löschen',
  ar: 'أدخل عنوان بريدك لحذف حسابك',
})

export const tooManyAttemptsForMinutes = message({
  en: 'Too many attempts. Try again in {minutes} minutes.',
  de: 'Zu viele Versuche. Versuche es in {minutes} Minuten noch einmal.',
  ar: 'محاولات كثيرة. حاول مرة أخرى بعد {minutes, plural, two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}}.',
})

export const passkeyNotAccepted = message({
  en: 'The passkey was not accepted',
  de: 'Der Passkey wurde nicht angenommen',
  ar: 'لم يُقبل مفتاح المرور',
})

export const lastLoginMethod = message({
  en: 'You need at least one way to log in. Set a password first.',
  de: 'Du brauchst mindestens einen Weg, dich anzumelden. Lege zuerst ein Passwort fest.',
  ar: 'تحتاج إلى طريقة واحدة على الأقل لتسجيل الدخول. عيّن كلمة مرور أولًا.',
})

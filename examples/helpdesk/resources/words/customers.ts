import { message } from 'tenon/languages'

// What customers read, on pages and in mails.

export const howCanHelp = message({
  en: 'How can {team} help?',
  de: 'Wie kann {team} helfen?',
  ar: 'كيف يمكن لـ {team} مساعدتك؟',
})

export const howCanHelpLead = message({
  en: 'You get our answer by mail, with a link to everything that was said.',
  de: 'Unsere Antwort kommt per Mail, mit einem Link zu allem, was besprochen wurde.',
  ar: 'يصلك ردّنا بالبريد مع رابط إلى كل ما قيل.',
})

export const yourName = message({
  en: 'Your name',
  de: 'Dein Name',
  ar: 'اسمك',
})

export const whatHasHappened = message({
  en: 'What has happened?',
  de: 'Was ist passiert?',
  ar: 'ما الذي حدث؟',
})

export const requestReceived = message({
  en: 'Thank you. We have sent you a mail with a link to your request.',
  de: 'Danke. Wir haben dir eine Mail mit einem Link zu deiner Anfrage geschickt.',
  ar: 'شكرًا لك. أرسلنا إليك رسالة فيها رابط إلى طلبك.',
})

export const mailedYouTooOften = message({
  en: 'We have sent several mails there. Try again in a few minutes',
  de: 'Wir haben schon mehrere Mails dorthin geschickt. Versuche es in ein paar Minuten noch einmal',
  ar: 'أرسلنا عدة رسائل إلى هذا العنوان. حاول مرة أخرى بعد بضع دقائق',
})

export const filesOfRequest = message({
  en: 'Files of the request',
  de: 'Dateien der Anfrage',
  ar: 'ملفات الطلب',
})

export const teamAndStatus = message({
  en: '{team}: {status}',
  de: '{team}: {status}',
  ar: '{team}: {status}',
})

export const statusForCustomer = message({
  en: '{status, select, waiting {Waiting for you} solved {Solved} other {Open}}',
  de: '{status, select, waiting {Wartet auf dich} solved {Gelöst} other {Offen}}',
  ar: '{status, select, waiting {بانتظارك} solved {محلول} other {مفتوح}}',
})

export const answersLabel = message({
  en: 'Answers',
  de: 'Antworten',
  ar: 'الردود',
})

export const answerReceived = message({
  en: 'Your answer is sent.',
  de: 'Deine Antwort ist gesendet.',
  ar: 'أُرسل ردّك.',
})

export const howWasHelp = message({
  en: 'How was our help?',
  de: 'Wie war unsere Hilfe?',
  ar: 'كيف كانت مساعدتنا؟',
})

export const ratingBad = message({
  en: 'Bad',
  de: 'Schlecht',
  ar: 'سيئة',
})

export const ratingPoor = message({
  en: 'Poor',
  de: 'Mäßig',
  ar: 'ضعيفة',
})

export const ratingFair = message({
  en: 'Fair',
  de: 'In Ordnung',
  ar: 'مقبولة',
})

export const ratingGood = message({
  en: 'Good',
  de: 'Gut',
  ar: 'جيدة',
})

export const ratingExcellent = message({
  en: 'Excellent',
  de: 'Ausgezeichnet',
  ar: 'ممتازة',
})

export const thanksForRating = message({
  en: 'Thank you for your opinion.',
  de: 'Danke für deine Meinung.',
  ar: 'شكرًا على رأيك.',
})

export const enterYourRequest = message({
  en: 'Enter what we can help you with',
  de: 'Gib ein, wobei wir helfen können',
  ar: 'أدخل ما يمكننا مساعدتك فيه',
})

// What mails say.

export const greeting = message({
  en: 'Hello {name},',
  de: 'Hallo {name},',
  ar: 'مرحبًا {name}،',
})

export const writeAbove = message({
  en: 'Write your answer above this line',
  de: 'Schreibe deine Antwort über diese Zeile',
  ar: 'اكتب ردّك فوق هذا السطر',
})

export const receivedSubject = message({
  en: 'We have your request',
  de: 'Wir haben deine Anfrage',
  ar: 'وصلنا طلبك',
})

export const receivedText = message({
  en: 'We have your request and will answer by mail.',
  de: 'Wir haben deine Anfrage und antworten per Mail.',
  ar: 'وصلنا طلبك وسنردّ عليك بالبريد.',
})

export const notYourRequest = message({
  en: 'If it was not you who wrote to us, ignore this mail.',
  de: 'Wenn du uns nicht geschrieben hast, ignoriere diese Mail.',
  ar: 'إذا لم تكن أنت من كتب إلينا، فتجاهل هذه الرسالة.',
})

export const followRequest = message({
  en: 'Follow your request',
  de: 'Deine Anfrage verfolgen',
  ar: 'متابعة طلبك',
})

export const answerSubject = message({
  en: 'Re: {subject}',
  de: 'Re: {subject}',
  ar: 'رد: {subject}',
})

export const lookAtRequest = message({
  en: 'Look at your request',
  de: 'Deine Anfrage ansehen',
  ar: 'عرض طلبك',
})

export const solvedSubject = message({
  en: 'Solved: {subject}',
  de: 'Gelöst: {subject}',
  ar: 'تم الحل: {subject}',
})

export const solvedText = message({
  en: 'We have closed your request. If it is not solved, answer, and we open it again.',
  de: 'Wir haben deine Anfrage geschlossen. Wenn sie nicht gelöst ist, antworte, und wir öffnen sie wieder.',
  ar: 'أغلقنا طلبك. إذا لم يُحل بعد فأرسل ردًا وسنفتحه من جديد.',
})

export const tellUs = message({
  en: 'Tell us what you think',
  de: 'Sag uns, was du denkst',
  ar: 'أخبرنا برأيك',
})

export const overdueSubject = message({
  en: 'Overdue: {title}',
  de: 'Überfällig: {title}',
  ar: 'متأخرة: {title}',
})

export const overdueText = message({
  en: 'The day of this ticket has passed, so it is urgent now:',
  de: 'Der Tag dieses Tickets ist vergangen, deshalb ist es jetzt dringend:',
  ar: 'انقضى موعد هذه التذكرة، لذلك أصبحت عاجلة:',
})

export const mentionedSubject = message({
  en: '{author} has mentioned you: {title}',
  de: '{author} hat dich erwähnt: {title}',
  ar: 'ذكرك {author}: {title}',
})

export const mentionedText = message({
  en: '{author} has written a note for you:',
  de: '{author} hat eine Notiz für dich geschrieben:',
  ar: 'كتب {author} ملاحظة لك:',
})

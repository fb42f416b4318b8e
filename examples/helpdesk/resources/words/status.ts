import { message } from 'tenon/languages'

// What the status page says, and the page on which the team reports incidents.

export const statusPage = message({
  en: 'Status page',
  de: 'Statusseite',
  ar: 'صفحة الحالة',
})

export const openStatusPage = message({
  en: 'Open the status page',
  de: 'Statusseite öffnen',
  ar: 'فتح صفحة الحالة',
})

export const statusOf = message({
  en: 'Status of {team}',
  de: 'Status von {team}',
  ar: 'حالة {team}',
})

export const allWorks = message({
  en: 'Everything works.',
  de: 'Alles funktioniert.',
  ar: 'كل شيء يعمل.',
})

export const someDoesNotWork = message({
  en: '{count, plural, one {Something does not work.} other {# things do not work.}}',
  de: '{count, plural, one {Etwas funktioniert nicht.} other {# Dinge funktionieren nicht.}}',
  ar: '{count, plural, one {هناك شيء لا يعمل.} two {هناك شيئان لا يعملان.} few {هناك # أشياء لا تعمل.} many {هناك # شيئًا لا يعمل.} other {هناك # شيء لا يعمل.}}',
})

export const incidentsTitle = message({
  en: 'Incidents',
  de: 'Störungen',
  ar: 'الأعطال',
})

export const incidentsAbout = message({
  en: 'Everybody can read them on the status page.',
  de: 'Auf der Statusseite können alle sie lesen.',
  ar: 'يمكن للجميع قراءتها في صفحة الحالة.',
})

export const noIncidents = message({
  en: 'There was no incident yet.',
  de: 'Es gab noch keine Störung.',
  ar: 'لم يحدث أي عطل بعد.',
})

export const since = message({
  en: 'since {moment}',
  de: 'seit {moment}',
  ar: 'منذ {moment}',
})

export const fromTo = message({
  en: '{from} to {to}',
  de: '{from} bis {to}',
  ar: 'من {from} إلى {to}',
})

export const reportIncident = message({
  en: 'Report an incident',
  de: 'Eine Störung melden',
  ar: 'الإبلاغ عن عطل',
})

export const reportIncidentAbout = message({
  en: 'Say what does not work, and what you do about it.',
  de: 'Sag, was nicht funktioniert und was ihr dagegen tut.',
  ar: 'اذكر ما لا يعمل وما تفعلونه حياله.',
})

export const whatDoesNotWork = message({
  en: 'What does not work',
  de: 'Was nicht funktioniert',
  ar: 'ما الذي لا يعمل',
})

export const whatYouDo = message({
  en: 'What you do about it',
  de: 'Was ihr dagegen tut',
  ar: 'ما تفعلونه حياله',
})

export const report = message({
  en: 'Report',
  de: 'Melden',
  ar: 'إبلاغ',
})

export const itWorksAgain = message({
  en: 'It works again',
  de: 'Es funktioniert wieder',
  ar: 'عاد يعمل',
})

export const worksAgainNamed = message({
  en: 'It works again: {title}',
  de: 'Es funktioniert wieder: {title}',
  ar: 'عاد يعمل: {title}',
})

export const askTheTeam = message({
  en: 'Ask for help',
  de: 'Um Hilfe bitten',
  ar: 'طلب المساعدة',
})

export const incidentReported = message({
  en: 'The incident is on the status page.',
  de: 'Die Störung steht auf der Statusseite.',
  ar: 'العطل الآن في صفحة الحالة.',
})

export const incidentEnded = message({
  en: 'The incident has ended.',
  de: 'Die Störung ist beendet.',
  ar: 'انتهى العطل.',
})

export const enterTitle = message({
  en: 'Enter what does not work',
  de: 'Gib ein, was nicht funktioniert',
  ar: 'أدخل ما لا يعمل',
})

import { message } from 'tenon/languages'

// What the import page says.

export const importTitle = message({
  en: 'Import tickets',
  de: 'Tickets importieren',
  ar: 'استيراد التذاكر',
})

export const importLink = message({
  en: 'Import',
  de: 'Importieren',
  ar: 'استيراد',
})

export const chooseAFile = message({
  en: 'A CSV file',
  de: 'Eine CSV-Datei',
  ar: 'ملف CSV',
})

export const chooseAFileAbout = message({
  en: 'Up to 10,000 tickets, with the columns of “As CSV”. Customers get no mails about them.',
  de: 'Bis zu 10.000 Tickets, mit den Spalten von „Als CSV“. Kunden bekommen darüber keine Mails.',
  ar: 'حتى 10,000 تذكرة، بأعمدة ملف CSV نفسها. لا تصل إلى العملاء رسائل عنها.',
})

export const fileLabel = message({
  en: 'File',
  de: 'Datei',
  ar: 'الملف',
})

export const columnsHint = message({
  en: 'Columns: {names}',
  de: 'Spalten: {names}',
  ar: 'الأعمدة: {names}',
})

export const chooseFile = message({
  en: 'Choose a file',
  de: 'Wähle eine Datei',
  ar: 'اختر ملفًا',
})

export const isTooLarge = message({
  en: 'The file is too large: send it in parts',
  de: 'Die Datei ist zu groß: sende sie in Teilen',
  ar: 'الملف كبير جدًا: أرسله على أجزاء',
})

export const isEmptyFile = message({
  en: 'The file is empty',
  de: 'Die Datei ist leer',
  ar: 'الملف فارغ',
})

export const isNoCsv = message({
  en: 'From here on the file is not CSV in UTF-8',
  de: 'Ab hier ist die Datei kein CSV in UTF-8',
  ar: 'من هنا ليس الملف CSV بترميز UTF-8',
})

export const columnsMissing = message({
  en: 'Columns are missing in the first line: {names}',
  de: 'In der ersten Zeile fehlen Spalten: {names}',
  ar: 'تنقص أعمدة في السطر الأول: {names}',
})

export const columnsUnknown = message({
  en: 'There are no such columns: {names}',
  de: 'Solche Spalten gibt es nicht: {names}',
  ar: 'لا توجد مثل هذه الأعمدة: {names}',
})

export const isDuplicate = message({
  en: 'There is such a ticket already',
  de: 'Ein solches Ticket gibt es schon',
  ar: 'توجد مثل هذه التذكرة من قبل',
})

export const reportTitle = message({
  en: 'What became of your file',
  de: 'Was aus deiner Datei wurde',
  ar: 'ما حدث لملفك',
})

export const ticketsImported = message({
  en: '{count, plural, =0 {No ticket was added.} one {One ticket was added.} other {# tickets were added.}}',
  de: '{count, plural, =0 {Kein Ticket wurde hinzugefügt.} one {Ein Ticket wurde hinzugefügt.} other {# Tickets wurden hinzugefügt.}}',
  ar: '{count, plural, =0 {لم تُضف أي تذكرة.} one {أضيفت تذكرة واحدة.} two {أضيفت تذكرتان.} few {أضيفت # تذاكر.} other {أضيفت # تذكرة.}}',
})

export const linesRefused = message({
  en: '{count, plural, one {One line was refused.} other {# lines were refused.}} Correct them and send the file again: it adds nothing twice.',
  de: '{count, plural, one {Eine Zeile wurde abgelehnt.} other {# Zeilen wurden abgelehnt.}} Korrigiere sie und sende die Datei noch einmal: nichts wird doppelt hinzugefügt.',
  ar: '{count, plural, one {رُفض سطر واحد.} two {رُفض سطران.} few {رُفضت # أسطر.} other {رُفض # سطرًا.}} صححها وأرسل الملف مرة أخرى: لن يضاف شيء مرتين.',
})

export const fileIsCut = message({
  en: 'The file has more than 10,000 tickets: send the others in another file.',
  de: 'Die Datei hat mehr als 10.000 Tickets: sende die übrigen in einer weiteren Datei.',
  ar: 'في الملف أكثر من 10,000 تذكرة: أرسل الباقي في ملف آخر.',
})

export const lineNumber = message({
  en: 'Line {line}',
  de: 'Zeile {line}',
  ar: 'السطر {line}',
})

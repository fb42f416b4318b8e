import { message } from 'tenon/languages'

// What the pages say about a team's own fields.

export const fieldsTitle = message({
  en: 'Fields',
  de: 'Felder',
  ar: 'الحقول',
})

export const allFields = message({
  en: 'Your fields',
  de: 'Eure Felder',
  ar: 'حقولكم',
})

export const allFieldsAbout = message({
  en: 'What you note about each ticket besides what every ticket has. Programs and CSV files use the name in small letters.',
  de: 'Was ihr zu jedem Ticket notiert, außer dem, was jedes hat. Programme und CSV-Dateien benutzen den kleingeschriebenen Namen.',
  ar: 'ما تسجلونه عن كل تذكرة إضافة إلى ما في كل تذكرة. تستخدم البرامج وملفات CSV الاسم المكتوب بحروف صغيرة.',
})

export const noFieldYet = message({
  en: 'There is no field yet.',
  de: 'Es gibt noch kein Feld.',
  ar: 'لا يوجد حقل بعد.',
})

export const addAField = message({
  en: 'Add a field',
  de: 'Ein Feld hinzufügen',
  ar: 'إضافة حقل',
})

export const addAFieldAbout = message({
  en: 'Such as a serial number, a plan or a date of purchase.',
  de: 'Zum Beispiel eine Seriennummer, ein Tarif oder ein Kaufdatum.',
  ar: 'مثل رقم تسلسلي أو خطة أو تاريخ الشراء.',
})

export const addField = message({
  en: 'Add field',
  de: 'Feld hinzufügen',
  ar: 'إضافة الحقل',
})

export const fieldAdded = message({
  en: 'The field was added.',
  de: 'Das Feld wurde hinzugefügt.',
  ar: 'أضيف الحقل.',
})

export const fieldDeleted = message({
  en: 'The field {name} was deleted.',
  de: 'Das Feld {name} wurde gelöscht.',
  ar: 'حُذف الحقل {name}.',
})

export const kindLabel = message({
  en: 'Kind',
  de: 'Art',
  ar: 'النوع',
})

export const kindText = message({
  en: 'Text',
  de: 'Text',
  ar: 'نص',
})

export const kindNumber = message({
  en: 'Number',
  de: 'Zahl',
  ar: 'رقم',
})

export const kindChoice = message({
  en: 'Choice',
  de: 'Auswahl',
  ar: 'اختيار',
})

export const kindDate = message({
  en: 'Date',
  de: 'Datum',
  ar: 'تاريخ',
})

export const choicesLabel = message({
  en: 'What can be chosen, one on each line',
  de: 'Was zur Auswahl steht, eines je Zeile',
  ar: 'ما يمكن اختياره، واحد في كل سطر',
})

export const enterChoices = message({
  en: 'Enter what can be chosen: up to 50 lines of 100 characters',
  de: 'Gib ein, was zur Auswahl steht: bis zu 50 Zeilen mit 100 Zeichen',
  ar: 'أدخل ما يمكن اختياره: حتى 50 سطرًا من 100 حرف',
})

export const fieldExists = message({
  en: 'There is such a field already',
  de: 'Ein solches Feld gibt es schon',
  ar: 'يوجد مثل هذا الحقل من قبل',
})

export const tooManyFields = message({
  en: 'A team can have 20 fields',
  de: 'Ein Team kann 20 Felder haben',
  ar: 'يمكن أن يكون للفريق 20 حقلًا',
})

export const chooseOne = message({
  en: 'Choose one of the list',
  de: 'Wähle etwas aus der Liste',
  ar: 'اختر واحدًا من القائمة',
})

export const enterNumber = message({
  en: 'Enter a number, such as 12 or 12.5',
  de: 'Gib eine Zahl ein, zum Beispiel 12 oder 12.5',
  ar: 'أدخل رقمًا، مثل 12 أو 12.5',
})

export const noValue = message({
  en: 'Nothing',
  de: 'Nichts',
  ar: 'لا شيء',
})

export const filterByFields = message({
  en: 'More filters',
  de: 'Weitere Filter',
  ar: 'مرشحات أخرى',
})

export const showThem = message({
  en: 'Show',
  de: 'Anzeigen',
  ar: 'عرض',
})

export const anyValue = message({
  en: 'Any',
  de: 'Beliebig',
  ar: 'أي قيمة',
})

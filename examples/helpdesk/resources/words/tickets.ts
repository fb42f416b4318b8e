import { message } from 'tenon/languages'

// What the pages of tickets say.

export const ticketsTitle = message({
  en: 'Tickets',
  de: 'Tickets',
  ar: 'التذاكر',
})

export const addATicket = message({
  en: 'Add a ticket',
  de: 'Ticket hinzufügen',
  ar: 'إضافة تذكرة',
})

export const addTicket = message({
  en: 'Add ticket',
  de: 'Ticket hinzufügen',
  ar: 'إضافة التذكرة',
})

export const whatHappened = message({
  en: 'What happened',
  de: 'Was ist passiert?',
  ar: 'ما الذي حدث',
})

export const whatHappenedAbout = message({
  en: 'The customer gets your answers by mail.',
  de: 'Der Kunde bekommt deine Antworten per Mail.',
  ar: 'تصل ردودك إلى العميل بالبريد.',
})

export const customerName = message({
  en: 'Name of the customer',
  de: 'Name des Kunden',
  ar: 'اسم العميل',
})

export const subjectLabel = message({
  en: 'Subject',
  de: 'Betreff',
  ar: 'الموضوع',
})

export const customerAsks = message({
  en: 'What the customer asks',
  de: 'Was der Kunde fragt',
  ar: 'ما يطلبه العميل',
})

export const statusLabel = message({
  en: 'Status',
  de: 'Status',
  ar: 'الحالة',
})

export const statusOpen = message({
  en: 'Open',
  de: 'Offen',
  ar: 'مفتوحة',
})

export const statusWaiting = message({
  en: 'Waiting',
  de: 'Wartet',
  ar: 'بالانتظار',
})

export const changedMeanwhile = message({
  en: 'The ticket has changed meanwhile. What you have changed here is not saved yet.',
  de: 'Das Ticket hat sich inzwischen geändert. Was du hier geändert hast, ist noch nicht gespeichert.',
  ar: 'تغيّرت التذكرة في هذه الأثناء. ما غيّرته هنا لم يُحفظ بعد.',
})

export const statusSolved = message({
  en: 'Solved',
  de: 'Gelöst',
  ar: 'محلولة',
})

export const priorityLabel = message({
  en: 'Priority',
  de: 'Priorität',
  ar: 'الأولوية',
})

export const priorityLow = message({
  en: 'Low',
  de: 'Niedrig',
  ar: 'منخفضة',
})

export const priorityNormal = message({
  en: 'Normal',
  de: 'Normal',
  ar: 'عادية',
})

export const priorityHigh = message({
  en: 'High',
  de: 'Hoch',
  ar: 'مرتفعة',
})

export const priorityUrgent = message({
  en: 'Urgent',
  de: 'Dringend',
  ar: 'عاجلة',
})

export const assigneeLabel = message({
  en: 'Assignee',
  de: 'Zuständig',
  ar: 'المسؤول',
})

export const nobodyYet = message({
  en: 'Nobody yet',
  de: 'Noch niemand',
  ar: 'لا أحد بعد',
})

export const dueOn = message({
  en: 'Due on',
  de: 'Fällig am',
  ar: 'تاريخ الاستحقاق',
})

export const dueOnDay = message({
  en: 'due {day}',
  de: 'fällig {day}',
  ar: 'تستحق {day}',
})

export const details = message({
  en: 'Details',
  de: 'Einzelheiten',
  ar: 'التفاصيل',
})

export const save = message({
  en: 'Save',
  de: 'Speichern',
  ar: 'حفظ',
})

export const costLabel = message({
  en: 'Cost in euros',
  de: 'Kosten in Euro',
  ar: 'التكلفة باليورو',
})

// What the list says.

export const searchLabel = message({
  en: 'Search',
  de: 'Suche',
  ar: 'بحث',
})

export const anyStatus = message({
  en: 'Any status',
  de: 'Jeder Status',
  ar: 'كل الحالات',
})

export const anybodys = message({
  en: 'Anybody’s',
  de: 'Von allen',
  ar: 'للجميع',
})

export const mine = message({
  en: 'Mine',
  de: 'Meine',
  ar: 'تذاكري',
})

export const nobodys = message({
  en: 'Nobody’s',
  de: 'Von niemandem',
  ar: 'بلا مسؤول',
})

export const anyLabel = message({
  en: 'Any label',
  de: 'Jedes Label',
  ar: 'كل الوسوم',
})

export const orderLabel = message({
  en: 'Order',
  de: 'Reihenfolge',
  ar: 'الترتيب',
})

export const orderChanged = message({
  en: 'Last changed first',
  de: 'Zuletzt geänderte zuerst',
  ar: 'آخر تغيير أولًا',
})

export const orderNewest = message({
  en: 'Newest first',
  de: 'Neueste zuerst',
  ar: 'الأحدث أولًا',
})

export const orderDue = message({
  en: 'By due date',
  de: 'Nach Fälligkeit',
  ar: 'حسب تاريخ الاستحقاق',
})

export const noTicketFits = message({
  en: 'No ticket fits. Change the filters.',
  de: 'Kein Ticket passt. Ändere die Filter.',
  ar: 'لا توجد تذكرة مطابقة. غيّر عوامل التصفية.',
})

export const showAllTickets = message({
  en: 'Show all tickets',
  de: 'Alle Tickets zeigen',
  ar: 'عرض كل التذاكر',
})

export const noTicketYet = message({
  en: 'There is no ticket yet.',
  de: 'Es gibt noch kein Ticket.',
  ar: 'لا توجد تذاكر بعد.',
})

export const noTicketHelp = message({
  en: 'Customers write on your contact page, or by mail to an answer.',
  de: 'Kunden schreiben auf deiner Kontaktseite oder antworten auf eine Mail.',
  ar: 'يكتب العملاء في صفحة التواصل أو يردّون على رسالة.',
})

export const openContactPage = message({
  en: 'Open the contact page',
  de: 'Kontaktseite öffnen',
  ar: 'فتح صفحة التواصل',
})

export const chooseNamed = message({
  en: 'Choose {subject}',
  de: '{subject} auswählen',
  ar: 'اختيار {subject}',
})

export const commentCount = message({
  en: '{count, plural, one {# comment} other {# comments}}',
  de: '{count, plural, one {# Kommentar} other {# Kommentare}}',
  ar: '{count, plural, zero {بلا تعليقات} one {تعليق واحد} two {تعليقان} few {# تعليقات} many {# تعليقًا} other {# تعليق}}',
})

export const chosenTickets = message({
  en: 'The chosen tickets',
  de: 'Die ausgewählten Tickets',
  ar: 'التذاكر المختارة',
})

export const newStatus = message({
  en: 'New status',
  de: 'Neuer Status',
  ar: 'حالة جديدة',
})

export const keepStatus = message({
  en: 'Keep the status',
  de: 'Status behalten',
  ar: 'إبقاء الحالة',
})

export const newPriority = message({
  en: 'New priority',
  de: 'Neue Priorität',
  ar: 'أولوية جديدة',
})

export const keepPriority = message({
  en: 'Keep the priority',
  de: 'Priorität behalten',
  ar: 'إبقاء الأولوية',
})

export const applyToChosen = message({
  en: 'Apply to the chosen ones',
  de: 'Auf die ausgewählten anwenden',
  ar: 'تطبيق على المختارة',
})

export const savedLists = message({
  en: 'Saved lists',
  de: 'Gespeicherte Listen',
  ar: 'القوائم المحفوظة',
})

export const deleteListNamed = message({
  en: 'Delete the list {name}',
  de: 'Die Liste {name} löschen',
  ar: 'حذف القائمة {name}',
})

export const saveThisList = message({
  en: 'Save this list',
  de: 'Diese Liste speichern',
  ar: 'حفظ هذه القائمة',
})

export const listName = message({
  en: 'Name of the list',
  de: 'Name der Liste',
  ar: 'اسم القائمة',
})

export const pagesLabel = message({
  en: 'Pages',
  de: 'Seiten',
  ar: 'الصفحات',
})

export const asCsv = message({
  en: 'As a CSV file',
  de: 'Als CSV-Datei',
  ar: 'كملف CSV',
})

export const previousPage = message({
  en: 'Previous',
  de: 'Zurück',
  ar: 'السابق',
})

export const nextPage = message({
  en: 'Next',
  de: 'Weiter',
  ar: 'التالي',
})

export const binTitle = message({
  en: 'Bin',
  de: 'Papierkorb',
  ar: 'سلة المحذوفات',
})

export const binLead = message({
  en: 'Deleted tickets stay here for 30 days.',
  de: 'Gelöschte Tickets bleiben 30 Tage hier.',
  ar: 'تبقى التذاكر المحذوفة هنا 30 يومًا.',
})

export const binIsEmpty = message({
  en: 'The bin is empty.',
  de: 'Der Papierkorb ist leer.',
  ar: 'السلة فارغة.',
})

export const customerLabel = message({
  en: 'Customer',
  de: 'Kunde',
  ar: 'العميل',
})

export const deletedLabel = message({
  en: 'Deleted',
  de: 'Gelöscht',
  ar: 'تاريخ الحذف',
})

export const restore = message({
  en: 'Restore',
  de: 'Wiederherstellen',
  ar: 'استعادة',
})

export const restoreNamed = message({
  en: 'Restore: {subject}',
  de: 'Wiederherstellen: {subject}',
  ar: 'استعادة: {subject}',
})

// What the page of one ticket says.

export const answersAndNotes = message({
  en: 'Answers and notes',
  de: 'Antworten und Notizen',
  ar: 'الردود والملاحظات',
})

export const answerTheCustomer = message({
  en: 'Answer the customer',
  de: 'Dem Kunden antworten',
  ar: 'الرد على العميل',
})

export const yourAnswer = message({
  en: 'Your answer',
  de: 'Deine Antwort',
  ar: 'ردّك',
})

export const onlyNote = message({
  en: 'Only a note for the team',
  de: 'Nur eine Notiz für das Team',
  ar: 'ملاحظة للفريق فقط',
})

export const send = message({
  en: 'Send',
  de: 'Senden',
  ar: 'إرسال',
})

export const filesLabel = message({
  en: 'Files',
  de: 'Dateien',
  ar: 'الملفات',
})

export const filesHint = message({
  en: 'Pictures, PDF or text, at most 10 MB each',
  de: 'Bilder, PDF oder Text, je höchstens 10 MB',
  ar: 'صور أو PDF أو نص، 10 ميغابايت كحد أقصى لكل ملف',
})

export const formerMember = message({
  en: 'A former member',
  de: 'Ein früheres Mitglied',
  ar: 'عضو سابق',
})

export const noteOn = message({
  en: 'Internal note, {day}',
  de: 'Interne Notiz, {day}',
  ar: 'ملاحظة داخلية، {day}',
})

export const answerOn = message({
  en: 'Answer, {day}',
  de: 'Antwort, {day}',
  ar: 'رد، {day}',
})

export const isWriting = message({
  en: '{name} is writing an answer.',
  de: '{name} schreibt gerade eine Antwort.',
  ar: '{name} يكتب ردًا الآن.',
})

export const alsoHere = message({
  en: 'Also here: {names}',
  de: 'Auch hier: {names}',
  ar: 'هنا أيضًا: {names}',
})

export const deleteTicket = message({
  en: 'Delete ticket',
  de: 'Ticket löschen',
  ar: 'حذف التذكرة',
})

export const historyTitle = message({
  en: 'History',
  de: 'Verlauf',
  ar: 'السجل',
})

export const wasAdded = message({
  en: 'Added.',
  de: 'Hinzugefügt.',
  ar: 'أُضيفت.',
})

export const wasChanged = message({
  en: 'Changed.',
  de: 'Geändert.',
  ar: 'تغيّرت.',
})

export const newStatusIs = message({
  en: 'Status: {status}.',
  de: 'Status: {status}.',
  ar: 'الحالة: {status}.',
})

export const newPriorityIs = message({
  en: 'Priority: {priority}.',
  de: 'Priorität: {priority}.',
  ar: 'الأولوية: {priority}.',
})

export const assignedToNobody = message({
  en: 'Assigned to nobody.',
  de: 'Niemand ist zuständig.',
  ar: 'بلا مسؤول.',
})

export const assignedTo = message({
  en: 'Assigned to {name}.',
  de: 'Zuständig: {name}.',
  ar: 'المسؤول: {name}.',
})

export const dueAtNoDate = message({
  en: 'Due at no date.',
  de: 'Ohne Fälligkeit.',
  ar: 'بلا تاريخ استحقاق.',
})

export const nowDueOn = message({
  en: 'Due on {day}.',
  de: 'Fällig am {day}.',
  ar: 'الاستحقاق في {day}.',
})

export const nobodyOfTeam = message({
  en: 'Nobody of the team',
  de: 'Niemand aus dem Team',
  ar: 'ليس من الفريق',
})

export const byAt = message({
  en: '{name}, {moment}',
  de: '{name}, {moment}',
  ar: '{name}، {moment}',
})

export const wasDeleted = message({
  en: 'Moved to the bin.',
  de: 'In den Papierkorb gelegt.',
  ar: 'نُقلت إلى السلة.',
})

export const isMuted = message({
  en: 'The customer wants no mails about this ticket. They see your answer behind the link that they have.',
  de: 'Der Kunde möchte keine Mails über dieses Ticket. Deine Antwort sieht er hinter seinem Link.',
  ar: 'لا يريد العميل رسائل بشأن هذه التذكرة. سيرى ردّك عبر الرابط الذي لديه.',
})

export const noteHint = message({
  en: 'In a note, @ and the name of a member sends them a mail.',
  de: 'In einer Notiz schickt @ und der Name eines Mitglieds ihm eine Mail.',
  ar: 'في الملاحظة، تُرسل @ مع اسم العضو رسالة إليه.',
})

// What the pages of labels and reports say.

export const labelsTitle = message({
  en: 'Labels',
  de: 'Labels',
  ar: 'الوسوم',
})

export const allLabels = message({
  en: 'All labels',
  de: 'Alle Labels',
  ar: 'كل الوسوم',
})

export const allLabelsAbout = message({
  en: 'With them the team sorts its tickets.',
  de: 'Damit ordnet das Team seine Tickets.',
  ar: 'بها يرتّب الفريق تذاكره.',
})

export const noLabelYet = message({
  en: 'There is no label yet.',
  de: 'Es gibt noch kein Label.',
  ar: 'لا توجد وسوم بعد.',
})

export const deleteIt = message({
  en: 'Delete',
  de: 'Löschen',
  ar: 'حذف',
})

export const deleteNamed = message({
  en: 'Delete {name}',
  de: '{name} löschen',
  ar: 'حذف {name}',
})

export const addALabel = message({
  en: 'Add a label',
  de: 'Ein Label hinzufügen',
  ar: 'إضافة وسم',
})

export const addALabelAbout = message({
  en: 'A short word. Two labels cannot have the same name.',
  de: 'Ein kurzes Wort. Zwei Labels können nicht gleich heißen.',
  ar: 'كلمة قصيرة. لا يمكن أن يحمل وسمان الاسم نفسه.',
})

export const addLabel = message({
  en: 'Add label',
  de: 'Label hinzufügen',
  ar: 'إضافة الوسم',
})

export const colorLabel = message({
  en: 'Color',
  de: 'Farbe',
  ar: 'اللون',
})

export const hueBlue = message({
  en: 'Blue',
  de: 'Blau',
  ar: 'أزرق',
})

export const hueGreen = message({
  en: 'Green',
  de: 'Grün',
  ar: 'أخضر',
})

export const hueAmber = message({
  en: 'Amber',
  de: 'Bernstein',
  ar: 'كهرماني',
})

export const hueRed = message({
  en: 'Red',
  de: 'Rot',
  ar: 'أحمر',
})

export const hueViolet = message({
  en: 'Violet',
  de: 'Violett',
  ar: 'بنفسجي',
})

export const hueGray = message({
  en: 'Gray',
  de: 'Grau',
  ar: 'رمادي',
})

export const reportsTitle = message({
  en: 'Reports',
  de: 'Berichte',
  ar: 'التقارير',
})

export const opinionOfCustomers = message({
  en: 'Opinion of customers',
  de: 'Meinung der Kunden',
  ar: 'رأي العملاء',
})

export const noneYet = message({
  en: 'None yet',
  de: 'Noch keine',
  ar: 'لا يوجد بعد',
})

export const ofFive = message({
  en: '{rating} of 5',
  de: '{rating} von 5',
  ar: '{rating} من 5',
})

export const fromCount = message({
  en: '{count, plural, one {from # customer} other {from # customers}}',
  de: '{count, plural, one {von # Kunden} other {von # Kunden}}',
  ar: '{count, plural, one {من عميل واحد} two {من عميلين} few {من # عملاء} many {من # عميلًا} other {من # عميل}}',
})

export const solvedLately = message({
  en: 'Solved in the last 14 days',
  de: 'In den letzten 14 Tagen gelöst',
  ar: 'المحلولة في آخر 14 يومًا',
})

export const openTickets = message({
  en: 'Open tickets',
  de: 'Offene Tickets',
  ar: 'التذاكر المفتوحة',
})

export const nothingYet = message({
  en: 'Nothing yet.',
  de: 'Noch nichts.',
  ar: 'لا شيء بعد.',
})

export const allowReading = message({
  en: 'See the tickets of your teams',
  de: 'Die Tickets deiner Teams sehen',
  ar: 'رؤية تذاكر فرقك',
})

export const allowWriting = message({
  en: 'Add and answer tickets',
  de: 'Tickets hinzufügen und beantworten',
  ar: 'إضافة التذاكر والرد عليها',
})

export const costOfSolved = message({
  en: 'Cost of solved tickets',
  de: 'Kosten gelöster Tickets',
  ar: 'تكلفة التذاكر المحلولة',
})

// Notices after an action.

export const ticketAdded = message({
  en: 'The ticket is added.',
  de: 'Das Ticket ist hinzugefügt.',
  ar: 'أُضيفت التذكرة.',
})

export const ticketSaved = message({
  en: 'The ticket is saved.',
  de: 'Das Ticket ist gespeichert.',
  ar: 'حُفظت التذكرة.',
})

export const ticketDeleted = message({
  en: 'The ticket is deleted.',
  de: 'Das Ticket ist gelöscht.',
  ar: 'حُذفت التذكرة.',
})

export const ticketsSaved = message({
  en: '{count, plural, one {# ticket is saved.} other {# tickets are saved.}}',
  de: '{count, plural, one {# Ticket ist gespeichert.} other {# Tickets sind gespeichert.}}',
  ar: '{count, plural, zero {لم تُحفظ أي تذكرة.} one {حُفظت تذكرة واحدة.} two {حُفظت تذكرتان.} few {حُفظت # تذاكر.} many {حُفظت # تذكرة.} other {حُفظت # تذكرة.}}',
})

export const noteAdded = message({
  en: 'The note is added.',
  de: 'Die Notiz ist hinzugefügt.',
  ar: 'أُضيفت الملاحظة.',
})

export const answerSent = message({
  en: 'The answer is sent.',
  de: 'Die Antwort ist gesendet.',
  ar: 'أُرسل الرد.',
})

export const answerAdded = message({
  en: 'The answer is added. The customer gets no mail about it.',
  de: 'Die Antwort ist hinzugefügt. Der Kunde bekommt keine Mail darüber.',
  ar: 'أُضيف الرد. لا يتلقى العميل رسالة بشأنه.',
})

export const labelAdded = message({
  en: 'The label is added.',
  de: 'Das Label ist hinzugefügt.',
  ar: 'أُضيف الوسم.',
})

export const labelDeleted = message({
  en: 'The label {name} is deleted.',
  de: 'Das Label {name} ist gelöscht.',
  ar: 'حُذف الوسم {name}.',
})

export const listSaved = message({
  en: 'The list {name} is saved.',
  de: 'Die Liste {name} ist gespeichert.',
  ar: 'حُفظت القائمة {name}.',
})

export const listDeleted = message({
  en: 'The list {name} is deleted.',
  de: 'Die Liste {name} ist gelöscht.',
  ar: 'حُذفت القائمة {name}.',
})

export const ticketRestored = message({
  en: 'The ticket {subject} is restored.',
  de: 'Das Ticket {subject} ist wiederhergestellt.',
  ar: 'استُعيدت التذكرة {subject}.',
})

// Messages about wrong input.

export const enterSubject = message({
  en: 'Enter a subject',
  de: 'Gib einen Betreff ein',
  ar: 'أدخل موضوعًا',
})

export const enterText = message({
  en: 'Enter a text',
  de: 'Gib einen Text ein',
  ar: 'أدخل نصًا',
})

export const enterCustomerName = message({
  en: 'Enter the name of the customer',
  de: 'Gib den Namen des Kunden ein',
  ar: 'أدخل اسم العميل',
})

export const enterRequest = message({
  en: 'Enter what the customer asks',
  de: 'Gib ein, was der Kunde fragt',
  ar: 'أدخل ما يطلبه العميل',
})

export const enterDay = message({
  en: 'Enter a day',
  de: 'Gib einen Tag ein',
  ar: 'أدخل يومًا',
})

export const tooManyFiles = message({
  en: 'Send at most 5 files',
  de: 'Sende höchstens 5 Dateien',
  ar: 'أرسل 5 ملفات على الأكثر',
})

export const chooseLabels = message({
  en: 'Choose labels of the team',
  de: 'Wähle Labels des Teams',
  ar: 'اختر وسوم الفريق',
})

export const chooseTickets = message({
  en: 'Choose tickets',
  de: 'Wähle Tickets',
  ar: 'اختر تذاكر',
})

export const labelExists = message({
  en: 'There is such a label already',
  de: 'Dieses Label gibt es schon',
  ar: 'هذا الوسم موجود بالفعل',
})

export const listExists = message({
  en: 'There is such a list already',
  de: 'Diese Liste gibt es schon',
  ar: 'هذه القائمة موجودة بالفعل',
})

export const enterAmount = message({
  en: 'Enter an amount such as 12.50',
  de: 'Gib einen Betrag wie 12.50 ein',
  ar: 'أدخل مبلغًا مثل 12.50',
})

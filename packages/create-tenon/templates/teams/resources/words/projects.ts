import { message } from 'tenon/languages'

// What the pages of projects say.

export const projectsTitle = message({
  en: 'Projects',
  de: 'Projekte',
  ar: 'المشاريع',
})

export const allProjects = message({
  en: 'All projects',
  de: 'Alle Projekte',
  ar: 'كل المشاريع',
})

export const allProjectsAbout = message({
  en: 'All members of the team see them, and nobody else.',
  de: 'Alle Mitglieder des Teams sehen sie und sonst niemand.',
  ar: 'يراها كل أعضاء الفريق ولا أحد غيرهم.',
})

export const noProject = message({
  en: 'There is no project yet.',
  de: 'Es gibt noch kein Projekt.',
  ar: 'لا توجد مشاريع بعد.',
})

export const addedOn = message({
  en: 'Added {day}',
  de: 'Hinzugefügt {day}',
  ar: 'أُضيف في {day}',
})

export const createdBy = message({
  en: '{creator}, {day}',
  de: '{creator}, {day}',
  ar: '{creator}، {day}',
})

export const edit = message({
  en: 'Edit',
  de: 'Bearbeiten',
  ar: 'تعديل',
})

export const editNamed = message({
  en: 'Edit {name}',
  de: '{name} bearbeiten',
  ar: 'تعديل {name}',
})

export const addAProject = message({
  en: 'Add a project',
  de: 'Ein Projekt hinzufügen',
  ar: 'إضافة مشروع',
})

export const addAProjectAbout = message({
  en: 'Its creator and administrators can change it.',
  de: 'Wer es anlegt und Administratoren können es ändern.',
  ar: 'يمكن لمنشئه وللمديرين تعديله.',
})

export const addProject = message({
  en: 'Add project',
  de: 'Projekt hinzufügen',
  ar: 'إضافة المشروع',
})

export const projectName = message({
  en: 'Name of the project',
  de: 'Name des Projekts',
  ar: 'اسم المشروع',
})

export const projectNameAbout = message({
  en: 'All members of the team see it.',
  de: 'Alle Mitglieder des Teams sehen ihn.',
  ar: 'يراه كل أعضاء الفريق.',
})

export const deleteProject = message({
  en: 'Delete the project',
  de: 'Das Projekt löschen',
  ar: 'حذف المشروع',
})

export const deleteProjectAbout = message({
  en: 'Nobody can bring it back.',
  de: 'Niemand kann es zurückholen.',
  ar: 'لا يمكن لأحد استرجاعه.',
})

export const deleteProjectSubmit = message({
  en: 'Delete project',
  de: 'Projekt löschen',
  ar: 'حذف المشروع',
})

export const projectAdded = message({
  en: 'The project is added.',
  de: 'Das Projekt ist hinzugefügt.',
  ar: 'أُضيف المشروع.',
})

export const projectDeleted = message({
  en: 'The project {name} is deleted.',
  de: 'Das Projekt {name} ist gelöscht.',
  ar: 'حُذف مشروع {name}.',
})

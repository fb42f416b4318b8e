import { message } from 'tenon/languages'

// What pages and mails of teams say.

export const teamsLabel = message({
  en: 'Teams',
  de: 'Teams',
  ar: 'الفرق',
})

export const yourTeams = message({
  en: 'Your teams',
  de: 'Deine Teams',
  ar: 'فرقك',
})

export const inNoTeam = message({
  en: 'You are in no team yet. Create one, or ask somebody to invite your address.',
  de: 'Du bist noch in keinem Team. Lege eines an oder bitte jemanden, deine Adresse einzuladen.',
  ar: 'لست في أي فريق بعد. أنشئ فريقًا، أو اطلب من أحد أن يدعو عنوانك.',
})

export const createATeam = message({
  en: 'Create a team',
  de: 'Ein Team anlegen',
  ar: 'إنشاء فريق',
})

export const createTeamLead = message({
  en: 'It is yours, and you can invite others.',
  de: 'Es gehört dir, und du kannst andere einladen.',
  ar: 'الفريق لك، ويمكنك دعوة آخرين إليه.',
})

export const createTeamSubmit = message({
  en: 'Create team',
  de: 'Team anlegen',
  ar: 'إنشاء الفريق',
})

export const backToTeams = message({
  en: 'Back to your teams',
  de: 'Zurück zu deinen Teams',
  ar: 'العودة إلى فرقك',
})

export const backToTeam = message({
  en: 'Back to the team',
  de: 'Zurück zum Team',
  ar: 'العودة إلى الفريق',
})

export const teamName = message({
  en: 'Name of the team',
  de: 'Name des Teams',
  ar: 'اسم الفريق',
})

export const switchFrom = message({
  en: 'Switch from team',
  de: 'Wechseln vom Team',
  ar: 'الانتقال من الفريق',
})

export const membersTitle = message({
  en: 'Members',
  de: 'Mitglieder',
  ar: 'الأعضاء',
})

export const inThisTeam = message({
  en: 'In this team',
  de: 'In diesem Team',
  ar: 'في هذا الفريق',
})

export const inThisTeamAbout = message({
  en: 'Who works here, and what they may do.',
  de: 'Wer hier arbeitet und was sie dürfen.',
  ar: 'من يعمل هنا وما المسموح لهم.',
})

export const you = message({
  en: 'you',
  de: 'du',
  ar: 'أنت',
})

export const makeRole = message({
  en: 'Change to {role}',
  de: 'Ändern zu {role}',
  ar: 'تغيير إلى {role}',
})

export const makeNamedRole = message({
  en: 'Change to {role}: {name}',
  de: 'Ändern zu {role}: {name}',
  ar: 'تغيير إلى {role}: {name}',
})

export const removeMember = message({
  en: 'Remove',
  de: 'Entfernen',
  ar: 'إزالة',
})

export const removeNamed = message({
  en: 'Remove {name}',
  de: '{name} entfernen',
  ar: 'إزالة {name}',
})

export const inviteSomebody = message({
  en: 'Invite somebody',
  de: 'Jemanden einladen',
  ar: 'دعوة شخص',
})

export const inviteAbout = message({
  en: 'We send a link to their address. It works for a week, and only for that address.',
  de: 'Wir schicken einen Link an die Adresse. Er gilt eine Woche und nur für diese Adresse.',
  ar: 'نرسل رابطًا إلى العنوان. يصلح الرابط أسبوعًا ولهذا العنوان فقط.',
})

export const sendInvitationSubmit = message({
  en: 'Send invitation',
  de: 'Einladung senden',
  ar: 'إرسال الدعوة',
})

export const openInvitations = message({
  en: 'Open invitations',
  de: 'Offene Einladungen',
  ar: 'دعوات معلّقة',
})

export const openInvitationsAbout = message({
  en: 'Nobody has accepted these yet.',
  de: 'Diese hat noch niemand angenommen.',
  ar: 'لم يقبلها أحد بعد.',
})

export const expiresOn = message({
  en: 'Expires {day}',
  de: 'Läuft ab: {day}',
  ar: 'تنتهي في {day}',
})

export const withdraw = message({
  en: 'Withdraw',
  de: 'Zurückziehen',
  ar: 'سحب',
})

export const withdrawNamed = message({
  en: 'Withdraw the invitation of {email}',
  de: 'Die Einladung an {email} zurückziehen',
  ar: 'سحب دعوة {email}',
})

export const roleLabel = message({
  en: 'Role',
  de: 'Rolle',
  ar: 'الدور',
})

export const roleMember = message({
  en: 'Member',
  de: 'Mitglied',
  ar: 'عضو',
})

export const roleAdmin = message({
  en: 'Administrator',
  de: 'Administrator',
  ar: 'مدير',
})

export const roleOwner = message({
  en: 'Owner',
  de: 'Inhaber',
  ar: 'مالك',
})

export const leaveTeam = message({
  en: 'Leave the team',
  de: 'Das Team verlassen',
  ar: 'مغادرة الفريق',
})

export const leaveNamed = message({
  en: 'Leave the team {team}',
  de: 'Das Team verlassen: {team}',
  ar: 'مغادرة الفريق {team}',
})

export const leaveAbout = message({
  en: 'You lose access to all that belongs to it.',
  de: 'Du verlierst den Zugang zu allem, was ihm gehört.',
  ar: 'تفقد الوصول إلى كل ما يخصه.',
})

export const teamSettings = message({
  en: 'Team settings',
  de: 'Team-Einstellungen',
  ar: 'إعدادات الفريق',
})

export const teamNameAbout = message({
  en: 'How members and those you invite see the team.',
  de: 'So sehen Mitglieder und Eingeladene das Team.',
  ar: 'هكذا يرى الأعضاء والمدعوون الفريق.',
})

export const saveName = message({
  en: 'Save name',
  de: 'Namen speichern',
  ar: 'حفظ الاسم',
})

export const onlyAdmins = message({
  en: 'Only administrators change the settings of the team.',
  de: 'Nur Administratoren ändern die Einstellungen des Teams.',
  ar: 'لا يغيّر إعدادات الفريق إلا المديرون.',
})

export const ownerTitle = message({
  en: 'Owner',
  de: 'Inhaber',
  ar: 'المالك',
})

export const ownerAbout = message({
  en: 'You own this team. You can give it to another member.',
  de: 'Dieses Team gehört dir. Du kannst es einem anderen Mitglied geben.',
  ar: 'أنت مالك هذا الفريق. يمكنك نقله إلى عضو آخر.',
})

export const giveAway = message({
  en: 'Give it to somebody else',
  de: 'An jemand anderen geben',
  ar: 'نقله إلى شخص آخر',
})

export const deleteTeamTitle = message({
  en: 'Delete the team',
  de: 'Das Team löschen',
  ar: 'حذف الفريق',
})

export const deleteTeamAbout = message({
  en: 'Deletes the team and everything that belongs to it.',
  de: 'Löscht das Team und alles, was ihm gehört.',
  ar: 'يحذف الفريق وكل ما يخصه.',
})

export const deleteTeamLink = message({
  en: 'Delete team',
  de: 'Team löschen',
  ar: 'حذف الفريق',
})

export const deleteTeamQuestion = message({
  en: 'Delete the team?',
  de: 'Das Team löschen?',
  ar: 'حذف الفريق؟',
})

export const deleteTeamLead = message({
  en: '{team} and everything that belongs to it is deleted at once, for all members. Nobody can bring it back.',
  de: '{team} und alles, was dazugehört, wird sofort gelöscht, für alle Mitglieder. Niemand kann es zurückholen.',
  ar: 'يُحذف {team} وكل ما يخصه فورًا لجميع الأعضاء. لا يمكن لأحد استرجاعه.',
})

export const keepTeam = message({
  en: 'Keep the team',
  de: 'Das Team behalten',
  ar: 'الاحتفاظ بالفريق',
})

export const typeToConfirm = message({
  en: 'Type it to confirm that you want this.',
  de: 'Gib ihn ein, um zu bestätigen, dass du das willst.',
  ar: 'اكتبه لتأكيد أنك تريد ذلك.',
})

export const nobodyElse = message({
  en: 'Nobody else is in the team',
  de: 'Sonst ist niemand im Team',
  ar: 'لا أحد غيرك في الفريق',
})

export const inviteFirst = message({
  en: 'Invite somebody to {team} first.',
  de: 'Lade zuerst jemanden zu {team} ein.',
  ar: 'ادعُ شخصًا إلى {team} أولًا.',
})

export const openMembers = message({
  en: 'Open the members',
  de: 'Mitglieder öffnen',
  ar: 'فتح الأعضاء',
})

export const giveTeamTitle = message({
  en: 'Give the team to somebody else',
  de: 'Das Team an jemand anderen geben',
  ar: 'نقل الفريق إلى شخص آخر',
})

export const giveTeamLead = message({
  en: 'The new owner of {team} may do everything, also remove you. You become an administrator.',
  de: 'Der neue Inhaber von {team} darf alles, auch dich entfernen. Du wirst Administrator.',
  ar: 'يحق للمالك الجديد لـ {team} كل شيء، حتى إزالتك. تصبح أنت مديرًا.',
})

export const giveTeamSubmit = message({
  en: 'Give the team away',
  de: 'Das Team abgeben',
  ar: 'نقل الفريق',
})

export const newOwner = message({
  en: 'New owner',
  de: 'Neuer Inhaber',
  ar: 'المالك الجديد',
})

export const foreignInvitation = message({
  en: 'This invitation is not for this account',
  de: 'Diese Einladung ist nicht für dieses Konto',
  ar: 'هذه الدعوة ليست لهذا الحساب',
})

export const foreignInvitationLead = message({
  en: 'You are logged in as {email}, and we have sent it to another address, or a week has passed. Log in with that address, or ask for a new invitation.',
  de: 'Du bist als {email} angemeldet, und wir haben sie an eine andere Adresse geschickt, oder eine Woche ist vergangen. Melde dich mit jener Adresse an oder bitte um eine neue Einladung.',
  ar: 'أنت مسجّل الدخول باسم {email}، وقد أرسلناها إلى عنوان آخر أو مضى أسبوع. سجّل الدخول بذلك العنوان أو اطلب دعوة جديدة.',
})

export const joinNamed = message({
  en: 'Join {team}?',
  de: '{team} beitreten?',
  ar: 'الانضمام إلى {team}؟',
})

export const joinLead = message({
  en: 'Its members will see your name and your address.',
  de: 'Die Mitglieder sehen dann deinen Namen und deine Adresse.',
  ar: 'سيرى أعضاؤه اسمك وعنوانك.',
})

export const joinTeam = message({
  en: 'Join the team',
  de: 'Dem Team beitreten',
  ar: 'الانضمام إلى الفريق',
})

export const decline = message({
  en: 'Decline',
  de: 'Ablehnen',
  ar: 'رفض',
})

// Notices after an action.

export const teamCreated = message({
  en: 'The team {team} is yours. Invite the others.',
  de: 'Das Team {team} gehört dir. Lade die anderen ein.',
  ar: 'فريق {team} لك الآن. ادعُ الآخرين.',
})

export const nameIsSaved = message({
  en: 'The name is saved.',
  de: 'Der Name ist gespeichert.',
  ar: 'حُفظ الاسم.',
})

export const teamDeleted = message({
  en: 'The team {team} is deleted.',
  de: 'Das Team {team} ist gelöscht.',
  ar: 'حُذف فريق {team}.',
})

export const inTeamNow = message({
  en: 'You are in the team {team} now.',
  de: 'Du bist jetzt im Team {team}.',
  ar: 'أنت الآن في فريق {team}.',
})

export const declined = message({
  en: 'You have declined the invitation.',
  de: 'Du hast die Einladung abgelehnt.',
  ar: 'لقد رفضت الدعوة.',
})

export const invitationSent = message({
  en: 'We have sent an invitation to {email}.',
  de: 'Wir haben eine Einladung an {email} geschickt.',
  ar: 'أرسلنا دعوة إلى {email}.',
})

export const invitationWithdrawn = message({
  en: 'The invitation is withdrawn.',
  de: 'Die Einladung ist zurückgezogen.',
  ar: 'سُحبت الدعوة.',
})

export const roleChanged = message({
  en: 'The role is changed.',
  de: 'Die Rolle ist geändert.',
  ar: 'تغيّر الدور.',
})

export const memberRemoved = message({
  en: 'That member is removed.',
  de: 'Das Mitglied ist entfernt.',
  ar: 'أُزيل العضو.',
})

export const teamLeft = message({
  en: 'You have left the team {team}.',
  de: 'Du hast das Team {team} verlassen.',
  ar: 'لقد غادرت فريق {team}.',
})

export const teamGiven = message({
  en: 'The team {team} has a new owner.',
  de: 'Das Team {team} hat einen neuen Inhaber.',
  ar: 'لفريق {team} مالك جديد.',
})

// Messages about wrong input.

export const chooseRole = message({
  en: 'Choose a role',
  de: 'Wähle eine Rolle',
  ar: 'اختر دورًا',
})

export const chooseMember = message({
  en: 'Choose a member of the team',
  de: 'Wähle ein Mitglied des Teams',
  ar: 'اختر عضوًا من الفريق',
})

export const enterTeamName = message({
  en: 'Enter the name of the team to delete it',
  de: 'Gib den Namen des Teams ein, um es zu löschen',
  ar: 'أدخل اسم الفريق لحذفه',
})

export const rolesBelowOwn = message({
  en: 'You can only give roles below your own',
  de: 'Du kannst nur Rollen unter deiner eigenen vergeben',
  ar: 'يمكنك منح أدوار أدنى من دورك فقط',
})

export const isMemberAlready = message({
  en: 'They are in the team already',
  de: 'Diese Person ist schon im Team',
  ar: 'هذا الشخص في الفريق بالفعل',
})

export const isInvitedAbove = message({
  en: 'They are invited with a role that is not below yours',
  de: 'Sie sind mit einer Rolle eingeladen, die nicht unter deiner liegt',
  ar: 'تمت دعوتهم بدور ليس أدنى من دورك',
})

export const mailedTooOften = message({
  en: 'They have got several mails. Try again in a few minutes',
  de: 'Sie haben schon mehrere Mails bekommen. Versuche es in ein paar Minuten noch einmal',
  ar: 'وصلتهم عدة رسائل. حاول مرة أخرى بعد بضع دقائق',
})

export const otherAddress = message({
  en: 'This invitation is for another address',
  de: 'Diese Einladung ist für eine andere Adresse',
  ar: 'هذه الدعوة لعنوان آخر',
})

export const teamHasChanged = message({
  en: 'The team has changed meanwhile. Try again.',
  de: 'Das Team hat sich inzwischen geändert. Versuche es noch einmal.',
  ar: 'تغيّر الفريق في هذه الأثناء. حاول مرة أخرى.',
})

export const giveTeamFirst = message({
  en: 'Give the team to somebody else first',
  de: 'Gib das Team zuerst an jemand anderen',
  ar: 'انقل الفريق إلى شخص آخر أولًا',
})

export const ownsTeam = message({
  en: 'You own the team {team}. Give it to somebody else, or delete it first.',
  de: 'Das Team {team} gehört dir. Gib es an jemand anderen oder lösche es zuerst.',
  ar: 'أنت مالك فريق {team}. انقله إلى شخص آخر أو احذفه أولًا.',
})

// What the invitation by mail says.

export const invitedSubject = message({
  en: 'You are invited to a team',
  de: 'Du bist in ein Team eingeladen',
  ar: 'أنت مدعو إلى فريق',
})

export const joinATeam = message({
  en: 'Join a team',
  de: 'Einem Team beitreten',
  ar: 'الانضمام إلى فريق',
})

export const lookAtInvitation = message({
  en: 'Look at the invitation',
  de: 'Die Einladung ansehen',
  ar: 'عرض الدعوة',
})

export const invitedBy = message({
  en: '{inviter} invites you to a team.',
  de: '{inviter} lädt dich in ein Team ein.',
  ar: 'يدعوك {inviter} إلى فريق.',
})

export const invitedText = message({
  en: 'Log in with this address, or create an account with it. The invitation works for a week, and for nobody else.',
  de: 'Melde dich mit dieser Adresse an oder lege ein Konto mit ihr an. Die Einladung gilt eine Woche und für niemand anderen.',
  ar: 'سجّل الدخول بهذا العنوان أو أنشئ حسابًا به. الدعوة صالحة لأسبوع ولك وحدك.',
})

export const ignoreUnknown = message({
  en: 'If you do not know who that is, ignore this mail.',
  de: 'Wenn du nicht weißt, wer das ist, ignoriere diese Mail.',
  ar: 'إذا كنت لا تعرف من هذا، فتجاهل هذه الرسالة.',
})

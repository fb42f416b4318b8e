/* eslint-disable -- Written by Tenon from the files in resources/mails. Commit it; do not edit it. */
import 'tenon'

declare module 'tenon' {
  interface Register {
    mails: {
      'Accounts/AlreadyRegistered': typeof import('./mails/Accounts/AlreadyRegistered.tsx')['default']
      'Accounts/ChangeAddress': typeof import('./mails/Accounts/ChangeAddress.tsx')['default']
      'Accounts/ResetPassword': typeof import('./mails/Accounts/ResetPassword.tsx')['default']
      'Accounts/SecurityNotice': typeof import('./mails/Accounts/SecurityNotice.tsx')['default']
      'Accounts/VerifyAddress': typeof import('./mails/Accounts/VerifyAddress.tsx')['default']
      'Teams/Invitation': typeof import('./mails/Teams/Invitation.tsx')['default']
      'Tickets/Answer': typeof import('./mails/Tickets/Answer.tsx')['default']
      'Tickets/Mentioned': typeof import('./mails/Tickets/Mentioned.tsx')['default']
      'Tickets/Overdue': typeof import('./mails/Tickets/Overdue.tsx')['default']
      'Tickets/Received': typeof import('./mails/Tickets/Received.tsx')['default']
      'Tickets/Solved': typeof import('./mails/Tickets/Solved.tsx')['default']
    }
  }
}

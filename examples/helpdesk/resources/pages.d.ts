/* eslint-disable -- Written by Tenon from the files in resources/pages. Commit it; do not edit it. */
import 'tenon'

declare module 'tenon' {
  interface Register {
    pages: {
      'Accounts/ChangeAddress': typeof import('./pages/Accounts/ChangeAddress.tsx')['default']
      'Accounts/CheckMail': typeof import('./pages/Accounts/CheckMail.tsx')['default']
      'Accounts/ConfirmPassword': typeof import('./pages/Accounts/ConfirmPassword.tsx')['default']
      'Accounts/ForgotPassword': typeof import('./pages/Accounts/ForgotPassword.tsx')['default']
      'Accounts/Login': typeof import('./pages/Accounts/Login.tsx')['default']
      'Accounts/Register': typeof import('./pages/Accounts/Register.tsx')['default']
      'Accounts/ResetPassword': typeof import('./pages/Accounts/ResetPassword.tsx')['default']
      'Accounts/SecondFactor': typeof import('./pages/Accounts/SecondFactor.tsx')['default']
      'Accounts/VerifyAddress': typeof import('./pages/Accounts/VerifyAddress.tsx')['default']
      'Accounts/VerifyFirst': typeof import('./pages/Accounts/VerifyFirst.tsx')['default']
      'Customers/Contact': typeof import('./pages/Customers/Contact.tsx')['default']
      'Customers/Status': typeof import('./pages/Customers/Status.tsx')['default']
      'Customers/Ticket': typeof import('./pages/Customers/Ticket.tsx')['default']
      Error: typeof import('./pages/Error.tsx')['default']
      'Incidents/Index': typeof import('./pages/Incidents/Index.tsx')['default']
      'Labels/Index': typeof import('./pages/Labels/Index.tsx')['default']
      'Reports/Show': typeof import('./pages/Reports/Show.tsx')['default']
      'Settings/AddPasskey': typeof import('./pages/Settings/AddPasskey.tsx')['default']
      'Settings/Address': typeof import('./pages/Settings/Address.tsx')['default']
      'Settings/CreateToken': typeof import('./pages/Settings/CreateToken.tsx')['default']
      'Settings/Delete': typeof import('./pages/Settings/Delete.tsx')['default']
      'Settings/Index': typeof import('./pages/Settings/Index.tsx')['default']
      'Settings/NewRecoveryCodes': typeof import('./pages/Settings/NewRecoveryCodes.tsx')['default']
      'Settings/RecoveryCodes': typeof import('./pages/Settings/RecoveryCodes.tsx')['default']
      'Settings/Security': typeof import('./pages/Settings/Security.tsx')['default']
      'Settings/Token': typeof import('./pages/Settings/Token.tsx')['default']
      'Settings/TurnOffTwoFactor': typeof import('./pages/Settings/TurnOffTwoFactor.tsx')['default']
      'Settings/TwoFactor': typeof import('./pages/Settings/TwoFactor.tsx')['default']
      'Teams/Create': typeof import('./pages/Teams/Create.tsx')['default']
      'Teams/Delete': typeof import('./pages/Teams/Delete.tsx')['default']
      'Teams/Index': typeof import('./pages/Teams/Index.tsx')['default']
      'Teams/Invitation': typeof import('./pages/Teams/Invitation.tsx')['default']
      'Teams/Members': typeof import('./pages/Teams/Members.tsx')['default']
      'Teams/Settings': typeof import('./pages/Teams/Settings.tsx')['default']
      'Teams/Transfer': typeof import('./pages/Teams/Transfer.tsx')['default']
      'Tickets/Bin': typeof import('./pages/Tickets/Bin.tsx')['default']
      'Tickets/Create': typeof import('./pages/Tickets/Create.tsx')['default']
      'Tickets/Index': typeof import('./pages/Tickets/Index.tsx')['default']
      'Tickets/Show': typeof import('./pages/Tickets/Show.tsx')['default']
    }
  }
}

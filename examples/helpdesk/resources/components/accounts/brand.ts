/** The name of the application, in its pages, its mails and its logo. */
export const brand = 'Helpdesk'

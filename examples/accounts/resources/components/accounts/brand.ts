/** The name of the application, in the headings of its pages and mails. */
export const brand = 'Dovetail'

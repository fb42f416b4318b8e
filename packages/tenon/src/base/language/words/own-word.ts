/** The texts that the page client shows without asking the server, in English. `{…}` is a placeholder. */
export const clientWords = [
  'The page is still as you left it.',
  'It may have been deleted meanwhile. The page is still as you left it: copy what you need, then reload.',
  'It may have been deleted meanwhile.',
  'Close',
  'Reload the page',
  'The server cannot be reached',
  'That was not done yet: try again',
  'This form was changed by an update. Check it, and send it again.',
  'These entries have no field any more:',
  'Error {status}',
] as const

export type ClientWord = (typeof clientWords)[number]

/** The texts of the page client by language. */
export type ClientWords = Readonly<Record<string, Readonly<Partial<Record<ClientWord, string>>>>>

/** The texts that Tenon itself shows to users, in English. `{…}` is a placeholder. */
export type OwnWord =
  | ClientWord
  | 'Bad Request'
  | 'Unauthorized'
  | 'Log in first'
  | 'Forbidden'
  | 'Confirm your password first'
  | 'This link is not valid or has expired'
  | 'Another site sent this request'
  | 'Not Found'
  | 'Method Not Allowed'
  | 'Conflict'
  | 'You are logged in as somebody else now: load the page again'
  | 'Payload Too Large'
  | 'A file is too large'
  | '{problem}: at most {size}'
  | 'Too many files'
  | 'The {field} must be {kinds}'
  | 'a picture'
  | 'a video'
  | 'a sound file'
  | 'plain text'
  | 'The {field} must not be empty'
  | 'The {field} must not be larger than {size}'
  | 'The {field} must not have more than {count} megapixels'
  | 'The {field} is damaged'
  | 'The {field} was not uploaded; try again'
  | 'Unsupported Media Type'
  | 'The given data was invalid'
  | 'The {field} is taken'
  | 'The {field} was not found'
  | 'The {field} is too long'
  | 'The {field} contains a character that is not allowed'
  | 'The {field} must have at most {count} characters'
  | 'The {field} must have at most {count} items'
  | 'The {field} must be a number'
  | 'The {field} must be a whole number'
  | 'The {field} must be at most {max}'
  | 'The {field} must be between {min} and {max}'
  | 'The {field} must be a number with up to {whole} digits before the point and {places} after it'
  | 'The {field} must be one of {values}'
  | 'The {field} must be a date such as {example}'
  | 'The {field} must be a time such as {example}'
  | 'The {field} must be between the years 1 and 9999'
  | 'The {field} must be a UUID'
  | 'A value cannot be stored'
  | 'The {field} is not a valid {type}'
  | 'The {columns} is not allowed'
  | 'The {columns} are not allowed together'
  | 'and {count} more'
  | 'Too Many Requests'
  | 'Internal Server Error'
  | 'Service Unavailable'
  | 'The change may or may not have been made'
  | 'Down for maintenance. Please try again soon.'
  | 'Go to the start page'

/** All of Tenon's texts in one language. */
export type OwnWords = Readonly<Record<OwnWord, string>>

import type { OwnWords } from './own-word.ts'

export const german: OwnWords = {
  'Bad Request': 'Ungültige Anfrage',
  Unauthorized: 'Nicht angemeldet',
  'Log in first': 'Anmeldung erforderlich',
  Forbidden: 'Nicht erlaubt',
  'Confirm your password first': 'Bitte zuerst das Passwort bestätigen',
  'This link is not valid or has expired': 'Dieser Link ist ungültig oder abgelaufen',
  'Another site sent this request': 'Eine andere Website hat diese Anfrage gesendet',
  'Not Found': 'Nicht gefunden',
  'Method Not Allowed': 'Methode nicht erlaubt',
  Conflict: 'Konflikt mit einem anderen Datensatz',
  'You are logged in as somebody else now: load the page again':
    'Jetzt ist jemand anderes angemeldet: Bitte die Seite neu laden',
  'Payload Too Large': 'Die Anfrage ist zu groß',
  'A file is too large': 'Eine Datei ist zu groß',
  '{problem}: at most {size}': '{problem}: höchstens {size}',
  'Too many files': 'Zu viele Dateien',
  'The {field} must be {kinds}': '{field}: Erlaubt ist {kinds}',
  'a picture': 'ein Bild',
  'a video': 'ein Video',
  'a sound file': 'eine Audiodatei',
  'plain text': 'reiner Text',
  'The {field} must not be empty': '{field}: Die Datei ist leer',
  'The {field} must not be larger than {size}':
    '{field}: Die Datei darf nicht größer als {size} sein',
  'The {field} must not have more than {count} megapixels':
    '{field}: Das Bild darf nicht mehr als {count} Megapixel haben',
  'The {field} is damaged': '{field}: Die Datei ist beschädigt',
  'The {field} was not uploaded; try again':
    '{field}: Die Datei wurde nicht hochgeladen. Bitte noch einmal versuchen',
  'Unsupported Media Type': 'Dieses Format wird nicht unterstützt',
  'The given data was invalid': 'Die Angaben sind ungültig',
  'The {field} is taken': '{field}: Dieser Wert ist schon vergeben',
  'The {field} was not found': '{field}: Das wurde nicht gefunden',
  'The {field} is too long': '{field}: Der Text ist zu lang',
  'The {field} contains a character that is not allowed': '{field}: Ein Zeichen ist nicht erlaubt',
  'The {field} must have at most {count} characters':
    '{field}: Höchstens {count} Zeichen sind erlaubt',
  'The {field} must have at most {count} items': '{field}: Höchstens {count} Einträge sind erlaubt',
  'The {field} must be a number': '{field}: Bitte eine Zahl angeben',
  'The {field} must be a whole number': '{field}: Bitte eine ganze Zahl angeben',
  'The {field} must be at most {max}': '{field}: Höchstens {max} ist erlaubt',
  'The {field} must be between {min} and {max}':
    '{field}: Bitte eine Zahl von {min} bis {max} angeben',
  'The {field} must be a number with up to {whole} digits before the point and {places} after it':
    '{field}: Bitte eine Zahl mit höchstens {whole} Stellen vor und {places} nach dem Komma angeben',
  'The {field} must be one of {values}': '{field}: Erlaubt ist {values}',
  'The {field} must be a date such as {example}': '{field}: Bitte ein Datum wie {example} angeben',
  'The {field} must be a time such as {example}':
    '{field}: Bitte eine Uhrzeit wie {example} angeben',
  'The {field} must be between the years 1 and 9999':
    '{field}: Das Jahr muss zwischen 1 und 9999 liegen',
  'The {field} must be a UUID': '{field}: Bitte eine UUID angeben',
  'A value cannot be stored': 'Ein Wert kann nicht gespeichert werden',
  'The {field} is not a valid {type}': '{field}: Dieser Wert ist kein gültiger Wert der Art {type}',
  'The {columns} is not allowed': '{columns}: Dieser Wert ist nicht erlaubt',
  'The {columns} are not allowed together': '{columns}: Diese Werte sind zusammen nicht erlaubt',
  'and {count} more': 'und {count} weitere',
  'Too Many Requests': 'Zu viele Anfragen',
  'Internal Server Error': 'Interner Serverfehler',
  'Service Unavailable': 'Zurzeit nicht verfügbar',
  'The change may or may not have been made':
    'Möglicherweise wurde die Änderung gespeichert, möglicherweise nicht',
  'Down for maintenance. Please try again soon.':
    'Wegen Wartungsarbeiten nicht erreichbar. Bitte in Kürze noch einmal versuchen.',
  'Go to the start page': 'Zur Startseite',
  'The page is still as you left it.': 'Die Seite ist noch so, wie sie war.',
  'It may have been deleted meanwhile. The page is still as you left it: copy what you need, then reload.':
    'Vielleicht wurde es inzwischen gelöscht. Die Seite ist noch so, wie sie war: Bitte kopieren, was noch gebraucht wird, und dann neu laden.',
  'It may have been deleted meanwhile.': 'Vielleicht wurde es inzwischen gelöscht.',
  Close: 'Schließen',
  'Reload the page': 'Seite neu laden',
  'The server cannot be reached': 'Der Server ist nicht erreichbar',
  'That was not done yet: try again':
    'Das wurde noch nicht ausgeführt: Bitte noch einmal versuchen',
  'This form was changed by an update. Check it, and send it again.':
    'Dieses Formular wurde durch eine Aktualisierung geändert. Bitte prüfen und noch einmal senden.',
  'These entries have no field any more:': 'Für diese Eingaben gibt es kein Feld mehr:',
  'Error {status}': 'Fehler {status}',
}

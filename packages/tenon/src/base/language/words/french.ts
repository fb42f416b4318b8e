import type { OwnWords } from './own-word.ts'

export const french: OwnWords = {
  'Bad Request': 'Requête incorrecte',
  Unauthorized: 'Non authentifié',
  'Log in first': 'Connectez-vous d’abord',
  Forbidden: 'Accès refusé',
  'Confirm your password first': 'Confirmez d’abord votre mot de passe',
  'This link is not valid or has expired': 'Ce lien n’est pas valide ou a expiré',
  'Another site sent this request': 'Un autre site a envoyé cette requête',
  'Not Found': 'Page introuvable',
  'Method Not Allowed': 'Méthode non autorisée',
  Conflict: 'Conflit avec un autre enregistrement',
  'You are logged in as somebody else now: load the page again':
    'Vous êtes maintenant connecté avec un autre compte : rechargez la page',
  'Payload Too Large': 'La requête est trop volumineuse',
  'A file is too large': 'Un fichier est trop volumineux',
  '{problem}: at most {size}': '{problem} : au plus {size}',
  'Too many files': 'Trop de fichiers',
  'The {field} must be {kinds}': '{field} : le format autorisé est {kinds}',
  'a picture': 'une image',
  'a video': 'une vidéo',
  'a sound file': 'un fichier audio',
  'plain text': 'du texte brut',
  'The {field} must not be empty': '{field} : le fichier est vide',
  'The {field} must not be larger than {size}': '{field} : le fichier ne doit pas dépasser {size}',
  'The {field} must not have more than {count} megapixels':
    '{field} : l’image ne doit pas dépasser {count} mégapixels',
  'The {field} is damaged': '{field} : le fichier est endommagé',
  'The {field} was not uploaded; try again':
    '{field} : le fichier n’a pas été envoyé. Veuillez réessayer',
  'Unsupported Media Type': 'Ce format n’est pas pris en charge',
  'The given data was invalid': 'Les données saisies ne sont pas valides',
  'The {field} is taken': '{field} : cette valeur est déjà utilisée',
  'The {field} was not found': '{field} : introuvable',
  'The {field} is too long': '{field} : le texte est trop long',
  'The {field} contains a character that is not allowed':
    '{field} : un caractère n’est pas autorisé',
  'The {field} must have at most {count} characters': '{field} : {count} caractères au plus',
  'The {field} must have at most {count} items': '{field} : {count} éléments au plus',
  'The {field} must be a number': '{field} : saisissez un nombre',
  'The {field} must be a whole number': '{field} : saisissez un nombre entier',
  'The {field} must be at most {max}': '{field} : {max} au plus',
  'The {field} must be between {min} and {max}': '{field} : saisissez un nombre de {min} à {max}',
  'The {field} must be a number with up to {whole} digits before the point and {places} after it':
    '{field} : saisissez un nombre d’au plus {whole} chiffres avant la virgule et {places} après',
  'The {field} must be one of {values}': '{field} : les valeurs autorisées sont {values}',
  'The {field} must be a date such as {example}': '{field} : saisissez une date comme {example}',
  'The {field} must be a time such as {example}': '{field} : saisissez une heure comme {example}',
  'The {field} must be between the years 1 and 9999':
    '{field} : l’année doit être comprise entre 1 et 9999',
  'The {field} must be a UUID': '{field} : saisissez un UUID',
  'A value cannot be stored': 'Une valeur ne peut pas être enregistrée',
  'The {field} is not a valid {type}': '{field} : cette valeur n’est pas au format {type}',
  'The {columns} is not allowed': '{columns} : cette valeur n’est pas autorisée',
  'The {columns} are not allowed together':
    '{columns} : ces valeurs ne sont pas autorisées ensemble',
  'and {count} more': 'et {count} de plus',
  'Too Many Requests': 'Trop de requêtes',
  'Internal Server Error': 'Erreur interne du serveur',
  'Service Unavailable': 'Service indisponible',
  'The change may or may not have been made':
    'La modification a peut-être été enregistrée, ou peut-être pas',
  'Down for maintenance. Please try again soon.': 'En cours de maintenance. Réessayez bientôt.',
  'Go to the start page': 'Aller à la page d’accueil',
  'Everything you entered is still on the page.':
    'Tout ce que vous avez saisi est encore sur la page.',
  'It may have been deleted meanwhile. Everything you entered is still on the page: copy what you need, then reload.':
    'Cet élément a peut-être été supprimé entre-temps. Tout ce que vous avez saisi est encore sur la page : copiez ce dont vous avez besoin, puis rechargez-la.',
  'It may have been deleted meanwhile.': 'Cet élément a peut-être été supprimé entre-temps.',
  Close: 'Fermer',
  'Reload the page': 'Recharger la page',
  'The server cannot be reached': 'Le serveur est injoignable',
  'That was not done yet: try again': 'Cela n’a pas encore été fait : réessayez',
  'This form was changed by an update. Check it, and send it again.':
    'Ce formulaire a été modifié par une mise à jour. Vérifiez-le et renvoyez-le.',
  'These entries have no field any more:': 'Ces saisies n’ont plus de champ :',
  'Error {status}': 'Erreur {status}',
}

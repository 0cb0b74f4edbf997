/** Wordings of the error catalogue (ERR-01 … ERR-06), exact. */
export const errorsText = {
  titleError: 'Erreur',
  titleUnauthorized: 'Non autorisé',
  titleValidation: 'Mauvais parametres',
  aborted: 'Request aborted',
  ok: 'OK',
  offline:
    'Pas de connexion : cette action a besoin du réseau. Rien n’a été perdu, réessayez dès que le réseau est revenu.',
  unreadable: 'La réponse du serveur est illisible. Réessayez dans un instant.',
  unknown: 'Une erreur inattendue est survenue. Vos données sur cet appareil sont intactes.',
  screenTitle: 'Cet écran n’a pas pu s’afficher',
  screenText:
    'Vos données et vos saisies en attente sont toujours sur cet appareil. Réessayez ; si l’erreur revient, rechargez la page.',
  retry: 'Réessayer',
  reload: 'Recharger la page',
  details: 'Détail technique',
  notFoundTitle: 'Page introuvable',
  notFoundText: 'Cette adresse ne correspond à aucune page, ou elle ne vous est pas ouverte.',
  goHome: 'Revenir à l’accueil',
} as const

/** Wordings of the notices (ERR-05), exact. */
export const noticesText = {
  success: 'Opération réussie',
  loading: 'Chargement...',
  hide: 'Masquer ce message',
  confirm: 'Êtes-vous sûr ?',
  yes: 'Oui',
  no: 'Non',
  close: 'Fermer',
} as const

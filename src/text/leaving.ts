/** French words of who leaves something unsaved or not sent yet. Apart from those of the app, which are loaded before the first screen. */
export const leavingText = {
  logout: {
    title: 'Des saisies ne sont pas encore envoyées',
    text: (n: number): string =>
      n === 1
        ? 'Une saisie de cet appareil n’est pas encore arrivée au bureau.'
        : `${n} saisies de cet appareil ne sont pas encore arrivées au bureau.`,
    keepHint:
      'Gardées ici, elles restent illisibles pour tout autre et partiront à votre prochaine connexion sur cet appareil. Elles ne sont jamais effacées.',
    refused: (n: number): string =>
      n === 1
        ? 'L’une d’elles a été refusée : l’envoyer de nouveau ne suffira pas, corrigez-la dans « Synchronisation ».'
        : `${n} d’entre elles ont été refusées : les envoyer de nouveau ne suffira pas, corrigez-les dans « Synchronisation ».`,
    syncFirst: 'Synchroniser d’abord',
    syncing: (n: number): string => `Envoi en cours, reste ${n}…`,
    syncOffline:
      'Pas de réseau : l’envoi n’est pas possible maintenant. Une copie de secours se fait dans « Synchronisation ».',
    keep: 'Garder sur cet appareil',
    stay: 'Rester',
  },
  unsaved: {
    title: 'Modifications non enregistrées',
    text: 'Vos modifications ne sont pas enregistrées.',
    leave: 'Quitter sans enregistrer',
    save: 'Enregistrer',
    stay: 'Continuer la saisie',
    lostPictures:
      'Votre saisie est retrouvée, sauf les images (photos, signature) : elles n’ont pas pu être gardées. Ajoutez-les de nouveau.',
    logout: {
      here: 'Ce que vous avez saisi sur cette page sera perdu. Vous déconnecter quand même ?',
      elsewhere: 'Ce que vous avez saisi dans un autre onglet sera perdu. Vous déconnecter quand même ?',
    },
  },
  pastedCut: (n: number, limit: number): string =>
    `Le texte collé est trop long : ce champ a ${limit} caractères au plus, et ${
      n === 1 ? 'le dernier caractère n’a pas été repris' : `les ${n} derniers caractères n’ont pas été repris`
    }.`,
} as const

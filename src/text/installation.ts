import { many } from './many.ts'

/** French words of the app's installation on a device. */
export const installationText = {
  title: 'Installer l’application',
  why: 'Une icône sur l’écran d’accueil, sans la barre du navigateur, et des données mieux protégées : le navigateur n’efface pas celles d’une application installée.',
  install: 'Installer',
  show: 'Voir les deux gestes',
  decline: 'Ne plus proposer',
  declined: 'Vous la trouverez sur « Synchronisation » quand vous le voudrez.',
  installed: 'L’application est installée sur cet appareil.',
  unknown:
    'Ce navigateur ne l’installe pas d’ici, ou l’a déjà fait. Cherchez « Installer l’application » ou « Ajouter à l’écran d’accueil » dans son menu.',
  ios: {
    label: 'Installer sur iPhone et iPad, en deux gestes',
    share: 'Touchez « Partager », dans la barre du navigateur.',
    sharePicture: 'Le bouton Partager : un carré d’où sort une flèche vers le haut',
    add: 'Choisissez « Sur l’écran d’accueil », puis « Ajouter ».',
    addPicture: 'La ligne « Sur l’écran d’accueil », avec un carré qui contient un plus',
    addLine: 'Sur l’écran d’accueil',
    apart:
      'Sur iPhone et iPad, l’application installée a ses propres données : vous vous y connecterez une fois, avec du réseau.',
    pending: (n: number): string =>
      many(
        n,
        'saisie d’ici n’est pas encore au bureau : synchronisez avant de changer.',
        'saisies d’ici ne sont pas encore au bureau : synchronisez avant de changer.',
      ),
  },
} as const

/** What the shell says of this device's storage. The login does not load it. */
export const deviceStorageText = {
  opening: {
    title: 'Les données de cet appareil ne s’ouvrent pas',
    slowTitle: 'Les données de cet appareil tardent à s’ouvrir',
    help: {
      full: 'La mémoire de l’appareil est pleine. Libérez de la place (photos, vidéos, applications), puis réessayez.',
      denied:
        'Ce navigateur n’autorise pas le stockage ici : quittez la navigation privée, ou autorisez les données de ce site dans ses réglages, puis rechargez la page.',
      slow: 'Si l’application est ouverte dans un autre onglet, fermez-le.',
      broken:
        'Le stockage du navigateur ne répond pas. Fermez les autres onglets de l’application ; si rien ne change, redémarrez le navigateur, puis l’appareil.',
    },
    kept: 'Ce que vous avez saisi n’est pas effacé. De nouveaux essais se font d’eux-mêmes ; n’effacez pas les données du navigateur.',
    retry: 'Réessayer',
  },
  loss: {
    title: 'Ce navigateur a effacé les données de l’application sur cet appareil',
    when: ({ whole, found }: { whole: string; found: string }): string =>
      `Effacement constaté le ${found} ; dernière synchronisation avant lui : le ${whole}.`,
    why: 'Un navigateur le fait quand l’appareil manque de place, ou quand l’application n’a pas été ouverte pendant longtemps. Installée sur l’écran d’accueil, elle est mieux protégée.',
    coming: 'Les données du bureau reviennent sur cet appareil dès qu’il a du réseau.',
    back: (when: string): string => `Toutes vos données du bureau sont revenues sur cet appareil le ${when}.`,
    waiting: (n: number): string =>
      n === 0
        ? 'Aucune saisie n’attendait d’être envoyée : rien n’est perdu.'
        : n === 1
          ? 'Une saisie qui n’était pas encore partie est perdue, sauf si vous en aviez fait une copie de secours.'
          : `${n} saisies qui n’étaient pas encore parties sont perdues, sauf si vous en aviez fait une copie de secours.`,
    open: 'Voir ce que contient cet appareil',
    acknowledge: 'J’ai compris',
  },
  tightRoom: (left: string): string =>
    `Il ne reste que ${left} pour l’application sur cet appareil. Libérez de la place (photos, autres applications) : sans elle, vos saisies ne pourront plus être gardées ici.`,
} as const

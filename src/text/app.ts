export const appText = {
  name: 'Lolapp',
  skipToContent: 'Aller au contenu',
  navigation: 'Navigation principale',
  groups: { clients: 'Clients', orders: 'Devis et travaux', team: 'Équipe', company: 'Entreprise' },
  quickNavigation: 'Navigation rapide',
  more: 'Plus',
  moreTitle: 'Menu',
  close: 'Fermer',
  back: 'Retour',
  collapse: 'Réduire le menu',
  expand: 'Déplier le menu',
  loading: 'Chargement',
  clearSearch: 'Effacer la recherche',
  agencies: { one: 'Agence', every: 'Toutes les agences' },
  privacy: 'Confidentialité et mentions légales',
  account: {
    open: 'Mon compte',
    page: 'Profil, sécurité, sessions',
    workspace: 'Agence',
    allAgencies: 'Toutes mes agences',
    darkTheme: 'Thème sombre',
    notifications: 'Notifications',
    notificationsBlocked: 'Bloquées dans les réglages du navigateur',
    notificationsOffline: 'Il faut du réseau pour changer ce réglage',
    help: 'Aide',
    logout: 'Se déconnecter',
    build: (date: string): string => `Version du ${date}`,
  },
  push: {
    offer: 'Être prévenu sur cet appareil de ce que d’autres changent pour vous ?',
    accept: 'Activer',
    on: 'Notifications activées sur cet appareil',
    blocked: 'Les notifications sont bloquées dans les réglages du navigateur.',
    failed: 'Ce navigateur n’a pas pu s’abonner aux notifications.',
  },
  update: {
    offlineReady: 'Application prête à fonctionner hors ligne',
    available: 'Mise à jour disponible, cliquez sur le bouton pour mettre à jour.',
    accept: 'Mettre à jour',
    close: 'Fermer',
  },
  versionWait: {
    text: 'Lolapp est ouvert dans un autre onglet avec une autre version. Rechargez ou fermez cet onglet pour continuer ici. Vos saisies sont gardées.',
    reload: 'Recharger les autres onglets',
  },
  sync: {
    upToDate: 'À jour',
    pending: (n: number): string => `${n} à envoyer`,
    offline: 'Hors ligne',
    conflicts: (n: number): string => (n === 1 ? '1 conflit' : `${n} conflits`),
    actionRequired: 'Action requise',
    unopened: 'Stockage bloqué',
    noAccess: 'Accès retiré',
    dataOf: (when: string): string => (when.includes(':') ? `Données de ${when}` : `Données du ${when}`),
    behind: 'Pas à jour',
    checking: 'Vérification…',
    receiving: (percent: number): string => `Réception ${percent} %`,
    open: 'Ouvrir la page de synchronisation',
    firstSync: 'Première synchronisation : vous pouvez déjà travailler, le reste arrive.',
  },
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
  storageLoss: {
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
  leftBehind: {
    title: 'Des saisies étaient restées sur un appareil',
    elsewhere: ({ device, when, what }: Record<'device' | 'when' | 'what', string>): string =>
      `${what} sur « ${device} », à votre déconnexion (le ${when}) : reconnectez-vous sur cet appareil pour les envoyer. Si c’est celui-ci, son navigateur les a effacées.`,
    here: ({ when, what }: Record<'when' | 'what', string>): string =>
      `${what} sur cet appareil, à votre déconnexion (le ${when}), n’y sont plus : le navigateur les a effacées. Elles sont perdues, sauf si vous en aviez fait une copie de secours.`,
    acknowledge: 'J’ai compris',
  },
  tightRoom: (left: string): string =>
    `Il ne reste que ${left} pour l’application sur cet appareil. Libérez de la place (photos, autres applications) : sans elle, vos saisies ne pourront plus être gardées ici.`,
  impersonation: {
    region: 'Prise de place',
    as: (name: string, company: string): string => `Vous agissez en tant que ${name} · ${company}`,
    leave: 'Quitter',
  },
  contact: {
    call: 'Appeler',
    sms: 'SMS',
    mail: 'Mail',
    route: 'Itinéraire',
    waze: 'Waze',
    plans: 'Plans',
    google: 'Google Maps',
    routeBy: (app: string): string => `Itinéraire avec ${app}`,
    otherApp: 'Changer d’application',
    usual: 'choisie pour cet appareil',
    of: (way: string, name: string): string => `${way} : ${name}`,
  },
  ages: {
    today: 'aujourd’hui',
    yesterday: 'hier',
    daysAgo: (n: number): string => `il y a ${n} jours`,
    weeksAgo: (n: number): string => `il y a ${n} semaines`,
  },
  dates: { time: 'Heure', openCalendar: 'Ouvrir le calendrier', invalid: 'Invalid date' },
} as const

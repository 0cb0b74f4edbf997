/** French words of the map and of prospecting. */
export const mapText = {
  title: 'Carte',
  canvas: 'Carte des clients',
  zoomIn: 'Agrandir',
  zoomOut: 'Réduire',
  attribution: 'Sources de la carte',
  legend: 'Légende',
  team: 'Équipe',
  clients: 'Clients',
  shown: 'Sur la carte',

  noWebGl: 'Cet appareil ne peut pas dessiner la carte : les mêmes clients sont dans la liste.',

  search: 'Adresse, commune ou client',
  searchLabel: 'Chercher une adresse, une commune ou un client',
  searching: 'Recherche…',
  foundClients: 'Clients',
  firstClients: (n: number): string => `Clients : les ${n} premiers`,
  foundPlaces: 'Adresses',
  nothingFound: 'Rien ne correspond.',
  approximate: 'commune, à quelques kilomètres près',
  street: 'rue',
  clearSearch: 'Effacer la recherche',

  aroundMe: 'Autour de moi',
  aroundHere: 'Autour d’ici',
  aroundHereHint: 'Autour du milieu de la carte',
  radius: 'Rayon',
  radiusOf: (km: string) => `Rayon : ${km}`,
  leaveAround: 'Quitter la recherche autour d’un point',
  locationDenied: 'Votre position n’est pas autorisée. Cherchez une adresse, ou choisissez un point de la carte.',
  locationFailed:
    'Votre position n’est pas connue pour l’instant. Cherchez une adresse, ou choisissez un point de la carte.',

  whose: 'Quels clients',
  all: 'Tous',

  listLabel: 'Clients de la carte',
  around: (shown: string, n: number, radius: string) =>
    n === 0
      ? `Aucun client à moins de ${radius}`
      : n === 1
        ? `1 client à moins de ${radius}`
        : `${shown} clients à moins de ${radius}`,
  inView: (n: string, one: boolean) =>
    one ? '1 client sur cette partie de la carte' : `${n} clients sur cette partie de la carte`,
  nearest: (shown: string) => `Les ${shown} plus proches sont dans la liste.`,
  withoutPoint: (n: string, one: boolean) =>
    one ? '1 client sans position n’est pas sur la carte.' : `${n} clients sans position ne sont pas sur la carte.`,
  reading: (n: string) => `Lecture des clients : ${n}…`,
  emptyView: 'Aucun client ici. Déplacez la carte, ou cherchez une adresse.',
  emptyAround: 'Aucun client dans ce rayon. Élargissez-le, ou choisissez un autre point.',
  chooseCentre: 'Cherchez une adresse ou touchez « Autour de moi » : les clients les plus proches viennent ici.',

  openClient: 'Ouvrir la fiche',
  towns: (postcode: string) => `Villes du ${postcode}`,
  planRdv: 'Rendez-vous',
  close: 'Fermer',
  call: (name: string) => `Appeler ${name}`,

  clientsAround: 'Voir les clients autour',
  prospect: 'Prospecter ici',
  prospecting: 'Prospection',
  prospectingIntro: 'Les clients autour d’un point, pour faire du porte-à-porte utile.',
  newLead: 'Nouveau prospect ici',

  packs: {
    title: 'Cartes hors ligne',
    intro:
      'Gardez sur cet appareil les rues des départements où vous travaillez : elles sont là sans réseau. La carte de France, elle, y est toujours.',
    list: 'Cartes à garder sur cet appareil',
    offline: 'Sans réseau, on ne peut rien télécharger. Ce qui est gardé reste.',
    none: 'Votre entreprise ne propose pas encore de carte à garder.',
    unsupported: 'Ce navigateur ne peut pas garder de carte.',
    loading: 'Recherche des cartes proposées…',
    download: 'Télécharger',
    resume: 'Reprendre',
    update: 'Mettre à jour',
    cancel: 'Annuler',
    remove: 'Supprimer',
    act: (action: string, name: string) => `${action} : ${name}`,
    whole: (size: string) => `Sur cet appareil, ${size}`,
    old: (size: string) => `Sur cet appareil, une version plus récente est proposée (${size})`,
    part: (kept: string, size: string) => `${kept} sur ${size}`,
    broken: (kept: string, size: string) => `Interrompu : ${kept} sur ${size}`,
    progress: (name: string) => `Téléchargement de ${name}`,
    done: (name: string) => `« ${name} » est sur cet appareil`,
    confirmRemove: (name: string) => `« ${name} » ne sera plus visible sans réseau.`,
    problems: {
      offline: 'Le réseau a coupé. Ce qui est arrivé est gardé : reprenez quand il revient.',
      changed: 'Cette carte a changé entre-temps. Recommencez.',
      session: 'Votre session a expiré. Reconnectez-vous, puis recommencez.',
      full: 'Il n’y a pas assez de place sur cet appareil.',
      busy: 'Le téléchargement est en cours dans un autre onglet.',
      unreadable: 'Ce fichier n’est pas une carte que l’application sait dessiner. Prévenez votre administrateur.',
    },
  },

  pick: {
    open: 'Choisir sur la carte',
    title: 'Choisir le point sur la carte',
    at: (point: string) => `Point sur la carte : ${point}`,
    hint: 'Touchez la carte, ou faites glisser le repère. Au clavier, les flèches le déplacent (Maj : plus loin).',
    noWebGl: 'Cet appareil ne peut pas dessiner la carte : donnez votre position, ou des coordonnées.',
    map: 'Carte où choisir le point',
    pin: 'Repère : les flèches le déplacent',
    me: 'Ma position',
    centre: 'Repère au centre',
    coordinates: 'Latitude, longitude',
    placeholder: '47.21837, -1.55362',
    invalid: 'Écrivez deux nombres : latitude, longitude',
    precision: 'À un mètre près environ.',
    confirm: 'Valider',
    remove: 'Retirer le point',
  },

  teamClients: 'Montrer aussi les clients',
  teamDay: 'Jour',
  teamTime: 'Heure',
  now: 'Maintenant',
  teamNobody: 'Personne n’a de rendez-vous ni d’intervention à cette heure-là.',
  teamNoPlace: 'lieu inconnu',
  teamTaken: 'Occupés, lieu non communiqué',
  teamMark: (name: string, what: string) => `${name} : ${what}`,
  teamListLabel: 'Équipe',
  teamWhat: { rdv: 'Rendez-vous', intervention: 'Intervention', absence: 'Absent' },
} as const

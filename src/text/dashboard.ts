import type { SyncedResource } from '../../schemas/resources.ts'

const dashboardCount = (rdvs: number, works: number): string =>
  [
    rdvs > 0 || works === 0 ? `${rdvs} rendez-vous` : '',
    works > 0 ? `${works} intervention${works > 1 ? 's' : ''}` : '',
  ]
    .filter(Boolean)
    .join(', ')

const dashboardDuration = (n: number): string =>
  n < 60 ? `${n} min` : `${Math.floor(n / 60)} h${n % 60 === 0 ? '' : ` ${String(n % 60).padStart(2, '0')}`}`

/** French words of the dashboard. */
export const dashboardText = {
  title: 'Accueil',
  hello: (name: string): string => `Bonjour ${name}`,
  newRdv: 'Nouveau rendez-vous',

  today: 'Aujourd’hui',
  countToday: dashboardCount,
  emptyToday: 'Rien de prévu aujourd’hui.',
  next: 'Prochain rendez-vous',
  toAgenda: 'Voir l’agenda',
  now: 'Maintenant',
  debrief: 'Débriefer',
  intervention: 'Intervention',
  call: (name: string): string => `Appeler ${name}`,
  travel: (km: string, minutes: string): string => `Trajet estimé : ${km}, ${minutes}`,
  travelHint: 'Estimation d’après la distance à vol d’oiseau, sans la circulation.',
  /** A journey for which there is no time: said as the agenda says it. */
  late: (way: { km: string; minutes: number; gap: number }): string =>
    way.gap > 0
      ? `Trajet impossible : ${dashboardDuration(way.minutes)} de route (${way.km} km, estimation) pour ${dashboardDuration(way.gap)} de libre`
      : `Trajet impossible : ${dashboardDuration(way.minutes)} de route (${way.km} km, estimation), sans temps libre`,
  overlap: 'Ces rendez-vous se chevauchent',
  past: (n: number, waiting: number): string =>
    [
      n === 1 ? '1 passé aujourd’hui' : `${n} passés aujourd’hui`,
      waiting === 0 ? '' : waiting === 1 ? '1 à débriefer' : `${waiting} à débriefer`,
    ]
      .filter(Boolean)
      .join(' · '),
  minutes: dashboardDuration,
  km: (n: string): string => `${n} km`,

  todo: 'À faire',
  todoDone: 'Rien ne vous attend.',
  lists: {
    raf: 'RAF à saisir',
    to_contact: 'À contacter',
    without_rdv: 'Relances sans rendez-vous',
    without_quote: 'Relances sans devis',
    to_call_again: 'Relances après devis',
    unheld: 'Relances sans responsable',
    to_assignment: 'À affecter',
    to_plan: 'À planifier',
    to_link: 'Liens à compléter',
    loose_measures: 'Métrés à lier',
    unattended: 'À confier',
    demandes: 'Demandes de clients',
  },
  listHint: {
    raf: 'débriefs et rapports',
    to_contact: 'projets sans premier contact',
    without_rdv: 'contactés, rien de fixé',
    without_quote: 'vus, devis à faire',
    to_call_again: 'rappels prévus',
    unheld: 'rappels que personne ne suit',
    to_assignment: 'projets sans responsable',
    to_plan: 'projets sans rendez-vous',
    to_link: 'métrés et interventions',
    loose_measures: 'métrés sans projet',
    unattended: 'visites de personnes parties',
    demandes: 'nouvelles, depuis leur espace',
  },

  since: (day: string): string => `depuis le ${day}`,

  month: 'Mon mois',
  teamMonth: 'Le mois de l’équipe',
  signed: 'Signé HT, net des annulations',
  quotes: (n: number): string => (n === 1 ? 'devis signé' : 'devis signés'),
  held: (n: number): string => (n === 1 ? 'rendez-vous tenu' : 'rendez-vous tenus'),
  heldMine: (n: number): string => (n === 1 ? 'de vos rendez-vous tenu' : 'de vos rendez-vous tenus'),
  works: (n: number): string => (n === 1 ? 'intervention réalisée' : 'interventions réalisées'),
  chart: (parts: string): string => `Signé HT par mois : ${parts}.`,
  targetAmount: (amount: string): string => `de votre objectif de ${amount} HT`,
  targetSales: (n: number): string => `de votre objectif de ${n === 1 ? '1 vente' : `${n} ventes`}`,
  chartPart: (month: string, amount: string): string => `${month} ${amount}`,

  ready: 'Prêt pour demain',
  readyYes: (day: string): string => `Tout ce qu’il faut jusqu’au ${day} est sur cet appareil.`,
  readyCount: (rdvs: number, works: number): string =>
    rdvs + works === 0 ? 'Rien de prévu.' : `${dashboardCount(rdvs, works)}.`,
  readyAbsences: 'Vos absences de ces jours',
  readyAbsent: (when: string): string => `Absent : ${when}`,
  readyAbsentMore: (n: number): string => (n === 1 ? 'et une autre absence' : `et ${n} autres absences`),
  readyNo: 'Pas encore prêt pour demain',
  missingCollections: (names: string): string => `Encore en cours de réception : ${names}.`,
  missingChanges: 'Les dernières modifications ne sont pas encore toutes arrivées.',
  missingRecord: (what: string, of: string, when: string): string =>
    `${what} ${of} de ${when} n’est pas sur cet appareil.`,
  missing: { projet: 'Le projet', client: 'Le client', adresse: 'L’adresse', devis: 'Le devis' },
  missingOf: { rdv: 'du rendez-vous', intervention: 'de l’intervention' },
  missingFiles: (n: number, size: string): string =>
    n === 1
      ? `Un fichier de ces projets est à recevoir (${size}).`
      : `${n} fichiers de ces projets sont à recevoir (${size}).`,
  missingRoom: (n: number, size: string): string =>
    n === 1
      ? `Un fichier n’a pas de place sur cet appareil (${size}) : il faudra du réseau pour l’ouvrir.`
      : `${n} fichiers n’ont pas de place sur cet appareil (${size}) : il faudra du réseau pour les ouvrir.`,
  missingMap: (name: string, size: string): string => `La carte « ${name} » n’est pas sur cet appareil (${size}).`,
  missingMore: (n: number): string => (n === 1 ? 'Et un autre point.' : `Et ${n} autres points.`),
  prepare: 'Préparer maintenant',
  preparing: (done: number, total: number): string => `Fichiers reçus : ${done} sur ${total}`,
  prepareOffline: 'Il faut du réseau pour préparer.',
  prepareBroken: 'Tous les fichiers ne sont pas arrivés. Recommencez avec un meilleur réseau.',
  noRoom: 'Il n’y a pas assez de place sur cet appareil pour ces fichiers.',
  getMap: (name: string): string => `Télécharger la carte ${name}`,
  mapComing: (name: string, kept: string, size: string): string => `Carte ${name} : ${kept} sur ${size}`,
  stale: 'La dernière synchronisation a plus d’un jour : connectez-vous un instant avant de partir.',
  collections: {
    reference: 'listes',
    rapport: 'formulaires',
    personnel: 'personnel',
    adresse: 'adresses',
    client: 'clients',
    projet: 'projets',
    rdv: 'rendez-vous',
    devis: 'devis',
    intervention: 'interventions',
    soumission: 'comptes rendus',
    fichier: 'fichiers',
    conflit: 'conflits',
    article: 'tarifs',
    demande: 'demandes des clients',
    notification: 'notifications',
    paiement: 'paiements',
    filtre: 'filtres enregistrés',
    objectif: 'objectifs',
    absence: 'absences',
  } satisfies Record<SyncedResource, string>,
  lastSync: (ago: string): string => `Dernière synchronisation ${ago}`,
  neverSynced: 'Première synchronisation en cours : vous pouvez déjà travailler.',
} as const

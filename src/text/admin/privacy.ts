import { erasureText } from '../erasure.ts'
import { EMPTY } from '../words.ts'

/** French words of the administrators' pages about what is kept, and about persons' rights. */
export const privacyText = {
  retention: 'Conservation des données',
  retentionIntro:
    'Combien de temps chaque sorte de donnée est gardée, pourquoi, et ce que la tâche quotidienne a retiré. « Seconde main » : à faire confirmer par un juriste.',
  kind: 'Donnée',
  period: 'Durée',
  periodFrom: (period: string, from: string): string => (from === '' ? period : `${period} après ${from}`),
  action: 'Ensuite',
  actions: {
    supprime: 'supprimé',
    vide: 'vidé de son texte',
    propose: 'proposé à l’entreprise, qui décide',
    garde: 'gardé',
  },
  lastRun: 'Dernier passage',
  removed: 'Retiré',
  removedOf: (last: string, total: string): string => `${last} (${total} en tout)`,
  why: 'Raison et source',
  reason: (why: string, source: string, sure: string): string => `${why} ${source} (${sure}).`,
  never: EMPTY,
  people: 'Données personnelles',
  peopleIntro:
    'Accès, export et effacement d’une personne qui le demande, et personnes dont la durée de conservation est passée.',
  tabs: { clients: 'Clients', staff: 'Personnel parti', requests: 'Demandes', over: 'À effacer', done: 'Registre' },
  search: 'Nom, ville ou téléphone',
  export: 'Exporter',
  exported: 'Export prêt',
  erase: 'Effacer',
  refuse: 'Refuser',
  refused: 'Demande refusée',
  name: 'Nom',
  town: 'Ville',
  asked: 'Demandé le',
  motive: 'Motif',
  due: 'Réponse due le',
  whys: erasureText.whys,
  last: 'Dernier échange',
  contract: 'Contrat',
  contracts: erasureText.contracts,
  requested: 'Confirmé par l’entreprise',
  yes: 'oui',
  no: 'pas encore',
  at: 'Effacé le',
  kinds: { client: 'Client', personnel: 'Personnel' },
  erasedCount: 'Fiches effacées',
  keptCount: 'Gardées sous clé',
  keptUntil: 'Jusqu’au',
  none: 'Rien ici.',
  noClient: 'Cherchez un client par son nom, sa ville ou son téléphone.',
  title: (name: string): string => `Effacer ${name}`,
  says: (erased: number, kept: number, until: string | null): string =>
    [
      `${erased} fiche(s) seront effacées, avec leurs fichiers, messages et traces. C’est définitif.`,
      kept === 0
        ? 'La loi n’oblige à rien garder.'
        : `${kept} fiche(s) restent sous clé jusqu’au ${until} : devis signés, procès-verbaux, paiements et preuves. Personne ne les voit plus dans l’application.`,
    ].join(' '),
  saysStaff:
    'Sa fiche, son compte, ses appareils et les messages reçus seront effacés. Son nom reste sur les documents signés. C’est définitif.',
  works: 'Cette personne travaille encore ici : désactivez d’abord son compte dans « Personnels ».',
  confirm: (name: string): string => `Écrivez « ${name} » pour confirmer`,
  cancel: 'Annuler',
  erased: 'Données effacées',
} as const

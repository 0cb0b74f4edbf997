/** French words of the erasures that directors ask for, on « Données personnelles » and on a client's page. */
export const erasureText = {
  title: 'Données personnelles',
  intro:
    'Une personne peut demander l’effacement de ses données, et toute donnée a une durée de conservation. Vous faites la demande, un administrateur efface.',
  loading: 'Chargement…',
  offline: 'Pas de connexion. Il faut du réseau pour voir les demandes et en faire.',
  failed: 'Les demandes n’ont pas pu être lues.',
  requests: 'Demandes en attente',
  requestsIntro:
    'Une personne qui demande l’effacement reçoit une réponse dans le mois. Pour en ajouter une, ouvrez la fiche du client.',
  noRequests: 'Aucune demande n’attend.',
  gone: 'Fiche effacée',
  client: 'Client',
  personnel: 'Personnel',
  whys: { demande: 'à sa demande', duree: 'durée passée' },
  askedAt: (when: string): string => `demandé le ${when}`,
  due: (day: string): string => `Réponse due le ${day}`,
  late: (day: string): string => `En retard, due le ${day}`,
  over: 'Durée de conservation passée',
  overIntro: 'Plus aucun échange depuis longtemps. Rien ne s’efface sans votre demande.',
  noOver: 'Aucun client à effacer.',
  contracts: { prospects: 'sans contrat', contrats: 'sous contrat' },
  period: (contract: string, period: string): string => `${contract} (${period})`,
  last: (day: string): string => `dernier échange le ${day}`,
  asked: 'Demandé',
  ask: 'Demander l’effacement',
  askOf: (name: string): string => `Demander l’effacement de ${name}`,
  confirmTitle: (name: string): string => `Demander l’effacement de ${name} ?`,
  confirm: {
    demande:
      'Un administrateur effacera ses données dans le mois qui suit sa demande. Ce que la loi oblige à garder, comme un devis signé, reste sous clé.',
    duree:
      'Sa durée de conservation est passée. Un administrateur effacera ses données ; ce que la loi oblige à garder, comme un devis signé, reste sous clé.',
  },
  done: 'Effacement demandé aux administrateurs',
  needsNetwork: 'Il faut du réseau pour le demander.',
} as const

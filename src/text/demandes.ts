import type { CanalReponse, EtatDemande } from '../../schemas/rules/demandes.ts'

/** French words of « Demandes »: what customers send from their space. */
export const demandesText = {
  title: 'Demandes',
  hint: 'Ce que vos clients envoient depuis leur espace : parrainages, après-vente, comptabilité.',
  list: 'Demandes des clients',
  states: 'État des demandes',
  /** @param n undefined while they are read */
  segment: (etat: EtatDemande, n: number | undefined): string =>
    [{ nouvelle: 'Nouvelles', prise: 'Prises', repondue: 'Répondues' }[etat], n]
      .filter((one) => one !== undefined)
      .join(' '),
  etats: { nouvelle: 'Nouvelle', prise: 'Prise', repondue: 'Répondue' } satisfies Record<EtatDemande, string>,
  takenBy: (who: string): string => (who === '' ? 'Prise' : `Prise par ${who}`),
  leftBy: (who: string): string =>
    who === '' ? 'Prise par une personne qui a quitté l’entreprise' : `Prise par ${who}, qui a quitté l’entreprise`,
  empty: {
    nouvelle: 'Aucune nouvelle demande.',
    prise: 'Aucune demande en cours.',
    repondue: 'Aucune demande répondue.',
  } satisfies Record<EtatDemande, string>,
  received: (ago: string): string => `reçue ${ago}`,
  photos: (n: number): string => (n === 1 ? '1 photo' : `${n} photos`),
  unknownClient: 'Client qui n’est plus sur cet appareil',

  receivedAt: (when: string): string => `Reçue le ${when}`,
  message: 'Message',
  noMessage: 'Sans message.',
  filleul: 'Personne recommandée',
  about: 'Concerne',
  suite: 'Suite donnée',
  photosTitle: 'Photos du client',
  answers: 'Réponses',
  noAnswer: 'Pas encore de réponse.',
  answeredBy: (canal: CanalReponse, who: string, when: string): string =>
    [`Par ${canal === 'sms' ? 'SMS' : 'mail'}`, who, when].filter(Boolean).join(', '),

  take: 'Prendre en charge',
  taken: 'Demande prise en charge',
  answer: 'Répondre',
  answerTo: (name: string): string => `Répondre à ${name}`,
  by: 'Envoyer par',
  canaux: { mail: 'Mail', sms: 'SMS' } satisfies Record<CanalReponse, string>,
  text: 'Votre réponse',
  send: 'Envoyer',
  textMissing: 'Écrivez votre réponse',
  sent: { mail: 'Le mail part vers le client.', sms: 'Le SMS part vers le client.' } satisfies Record<
    CanalReponse,
    string
  >,
  offline: 'Pas de réseau : la réponse partira à son retour.',
  makeClient: 'Créer le client et son projet',
  makeProject: 'Créer un projet',
  makeAfterSales: 'Créer un projet d’après-vente',
  photosFollow: 'Les photos du client y seront copiées.',
  recommendedBy: (name: string): string => `Recommandé par ${name}.`,
} as const

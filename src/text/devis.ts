import type { Canal } from '../../schemas/rules/relance.ts'

const BY = { mail: 'mail', sms: 'SMS', telephone: 'téléphone' } satisfies Record<Canal, string>

/** French words of a quote before its signature: preview, transmission, reminders. */
export const devisFollowText = {
  pdf: {
    open: 'Aperçu PDF',
    title: 'Aperçu du devis',
    making: 'Le PDF se prépare sur cet appareil…',
    ready: (name: string, size: string): string => `${name}.pdf, ${size}`,
    size: (kilobytes: string): string => `${kilobytes} Ko`,
    draft: 'Fait sur cet appareil : il montre le devis tel qu’il est enregistré ici.',
    view: 'Ouvrir',
    download: 'Télécharger',
    share: 'Partager',
    failed: 'Le PDF n’a pas pu être fait. Fermez cet aperçu et réessayez.',
    retry: 'Réessayer',
    missingClient: 'Le client de ce devis n’est pas encore sur cet appareil.',
    signed: 'PDF signé',
    signedOffline: 'Le document signé est gardé au bureau : il faut du réseau pour l’ouvrir.',
  },

  transmit: {
    title: 'Transmission',
    ready: 'Toutes les mentions obligatoires sont là.',
    missing: (n: number): string =>
      n === 1 ? 'Il manque une mention obligatoire :' : `Il manque ${n} mentions obligatoires :`,
    list: 'Mentions manquantes',
    fill: 'Compléter',
    fillOf: (message: string): string => `Compléter : ${message}`,
    admin: 'À compléter par un directeur, dans « Paramètres », « Apparence et mentions légales ».',
    action: 'Transmettre au client',
    otherSigned:
      'Le client a signé un autre devis de ce projet : celui-ci ne lui est plus proposé. Vous pouvez le proposer en plus.',
    again: 'Proposer de nouveau',
    byMail: (mail: string): string => `Le client le recevra par mail, avec son lien, à ${mail}.`,
    noMail: 'Ce client n’a pas d’adresse email : donnez-lui le devis vous-même.',
    done: 'Devis transmis',
    signNow: 'Faire signer maintenant',
    signOffline: 'Hors ligne : la signature demande du réseau, le client reçoit un code par SMS.',
    given: (when: string): string => `Transmis le ${when}`,
    seen: (when: string): string => `Consulté le ${when}`,
    unseen: 'Pas encore consulté',
    waiting: 'Partira avec la prochaine synchronisation.',
  },

  relance: {
    action: 'Relancer',
    actionOf: (name: string): string => `Relancer ${name}`,
    title: (number: string): string => `Relancer : ${number}`,
    canaux: { mail: 'Par mail', sms: 'Par SMS', telephone: 'Appeler' } satisfies Record<Canal, string>,
    hints: {
      mail: 'Le bureau envoie le mail de relance avec le lien du devis.',
      sms: 'Le bureau envoie un SMS avec le lien du devis.',
      telephone: 'Ouvre le téléphone et note l’appel.',
    } satisfies Record<Canal, string>,
    done: {
      mail: 'Relance par mail enregistrée',
      sms: 'Relance par SMS enregistrée',
      telephone: 'Appel noté',
    } satisfies Record<Canal, string>,
    offline: 'Sans réseau, le message partira à la prochaine synchronisation.',
    history: 'Relances',
    none: 'Ce client n’a pas encore été relancé.',
    one: (canal: Canal, who: string): string => `Par ${BY[canal]}${who === '' ? '' : `, ${who}`}`,
    last: (canal: Canal, ago: string, n: number): string =>
      `relancé ${ago} par ${BY[canal]}${n > 1 ? ` (${n} fois)` : ''}`,
    never: 'jamais relancé',
  },

  list: {
    title: 'Relances devis',
    mine: 'Les miens',
    all: 'Tous',
    whose: 'Quels devis',
    filter: 'État',
    filters: {
      tous: 'Tous les états',
      brouillon: 'À transmettre',
      transmis: 'Pas encore consultés',
      consulte: 'Consultés',
      expire: 'Expirés',
    },
    summary: (n: number, amount: string, drafts: number): string =>
      [
        n === 0 ? 'Aucun devis en attente' : `${n} devis en attente, ${amount} TTC`,
        ...(drafts === 0 ? [] : [drafts === 1 ? '1 brouillon' : `${drafts} brouillons`]),
      ].join(' · '),
    age: (days: number): string => (days === 0 ? 'aujourd’hui' : days === 1 ? '1 jour' : `${days} jours`),
    ageOf: { given: 'transmis', made: 'créé' },
    since: (what: string, days: number): string =>
      days === 0 ? `${what} aujourd’hui` : days === 1 ? `${what} hier` : `${what} il y a ${days} jours`,
    seen: (ago: string): string => `consulté ${ago}`,
    unseen: 'jamais consulté',
    until: (day: string): string => `valable jusqu’au ${day}`,
    expired: (day: string): string => `expiré depuis le ${day}`,
    empty: 'Aucun devis n’attend de réponse. Un devis se crée depuis un projet.',
    emptyMine: 'Aucun de vos devis n’attend de réponse.',
    emptyFilter: 'Aucun devis dans cet état.',
    showAll: 'Voir tous les devis en attente',
    clear: 'Enlever le filtre',
    toClients: 'Choisir un client',
    transmit: 'Transmettre',
    transmitOf: (name: string): string => `Transmettre le devis de ${name}`,
    today: 'aujourd’hui',
    yesterday: 'hier',
    daysAgo: (n: number): string => `il y a ${n} jours`,
  },
} as const

import type { SentAbout, SentKind, SentState } from '../../schemas/sent.ts'

/** French words of « Envoyés »: the mails and SMS to a customer. */
export const sentText = {
  title: 'Envoyés',
  list: 'Mails et SMS au client',
  empty: {
    client: 'Rien n’a encore été envoyé à ce client.',
    projet: 'Rien n’a encore été envoyé pour ce projet.',
    devis: 'Rien n’a encore été envoyé pour ce devis.',
  } satisfies Record<SentAbout, string>,
  kinds: {
    devis_transmis: 'Devis transmis',
    devis_relance: 'Relance du devis',
    rdv_confirmation: 'Rendez-vous annoncé',
    rdv_deplacement: 'Rendez-vous déplacé',
    rdv_annulation: 'Rendez-vous annulé',
    rdv_rappel: 'Rappel de rendez-vous',
    reponse: 'Réponse à une demande',
    code: 'Code de signature',
    pv: 'Procès-verbal',
    coordonnees: 'Changement de coordonnées',
    autre: '',
  } satisfies Record<SentKind, string>,
  channels: { mail: 'Mail', sms: 'SMS' },
  states: {
    queued: 'En attente',
    sending: 'En cours',
    sent: 'Envoyé',
    recorded: 'Gardé, sans service d’envoi',
    failed: 'Échec',
    unknown: 'Issue inconnue',
  } satisfies Record<SentState, string>,
  contract: {
    sent: (to: string, when: string): string => `Exemplaire du contrat signé envoyé à ${to} le ${when}.`,
    waiting: (to: string): string => `Exemplaire du contrat signé : en attente d’envoi à ${to}.`,
    lost: (to: string): string =>
      `L’exemplaire du contrat signé n’est pas parti à ${to} : remettez un exemplaire papier au client.`,
    unknown: (to: string): string =>
      `L’exemplaire du contrat signé n’est peut-être pas parti à ${to} : remettez un exemplaire papier au client.`,
    none: 'Aucun exemplaire du contrat signé n’a été envoyé au client : remettez-lui un exemplaire papier, avec le formulaire de rétractation.',
  },
  opened: (when: string): string => `Ouvert le ${when}`,
  openedShort: 'Ouvert',
  byItself: 'automatique',
  more: (n: number): string => `Voir plus (${n})`,
  waiting: { devis: 'Message du devis', rdv: 'Message du rendez-vous', other: 'Message' },
  waitingState: 'En attente sur cet appareil',
  asOf: (when: string): string => `Tel que le serveur l’a dit le ${when}.`,
  reading: {
    loading: 'Chargement…',
    offline: 'Pas de connexion. Ce qui a été envoyé s’affichera au retour du réseau.',
    failed: 'Ce qui a été envoyé n’a pas pu être lu.',
  },
} as const

import type { EtatReponse, GenreAnnonce } from '../../schemas/rules/annonces.ts'
import type { CanalReponse } from '../../schemas/rules/demandes.ts'

/** French words of the appointment and its debrief. */
export const rdvText = {
  create: 'Nouveau rendez-vous',
  edit: 'Modifier le rendez-vous',
  what: 'Rendez-vous',
  when: 'Horaire',
  who: 'Participants et lieu',
  noParticipant: 'Choisissez au moins un participant',
  project: 'Projet',
  noProject: 'Sans projet',
  address: 'Adresse',
  addressSite: 'Chantier',
  addressClient: 'Client',
  addressOther: 'Autre adresse',
  client: 'Client',
  participants: 'Participants',
  notes: 'Observations',
  pick: 'Choisir dans l’agenda',
  reschedule: 'Déplacer',
  planNext: 'Planifier le suivant',
  isDebriefed: 'Ce rendez-vous est débriefé, et compte à sa date : planifiez-en un autre depuis sa page.',
  restore: 'Restaurer',
  restored: 'Rendez-vous restauré',
  deleted: 'Ce rendez-vous est supprimé.',
  time: (day: string, range: string) => `${day}, ${range}`,
  debriefAction: 'Débriefer',
  debriefAgain: 'Modifier le débrief',
  debrief: 'Débrief',
  noDebrief: 'Pas encore de débrief.',
  debriefBy: (who: string, when: string) => `par ${who}, le ${when}`,
  report: 'Compte rendu',
  noPhotos: 'Photographiez ce que le technicien devra savoir : il verra ces photos sur son intervention.',
  /** What its customer is told, and answers. */
  tell: {
    title: 'Prévenir le client',
    question: 'Prévenir le client ?',
    canaux: { mail: 'Mail', sms: 'SMS' } satisfies Record<CanalReponse, string>,
    action: (genre: GenreAnnonce, canal: CanalReponse): string =>
      `${genre === 'annulation' ? 'Annoncer l’annulation' : genre === 'deplacement' ? 'Annoncer le nouveau moment' : 'Envoyer la confirmation'} par ${canal === 'sms' ? 'SMS' : 'mail'}`,
    hints: {
      confirmation: 'Le client reçoit la date, le lieu, et un lien pour confirmer ou demander un autre moment.',
      deplacement: 'Le moment a changé depuis le dernier message : le client ne le sait pas encore.',
      annulation: 'Le client ne sait pas encore que ce rendez-vous est annulé.',
      rappel: '',
    } satisfies Record<GenreAnnonce, string>,
    done: { mail: 'Le mail part vers le client.', sms: 'Le SMS part vers le client.' } satisfies Record<
      CanalReponse,
      string
    >,
    offline: 'Pas de réseau : le message partira à son retour, s’il est encore vrai.',
    none: 'Rien ne lui a encore été envoyé.',
    history: 'Messages au client',
    one: (genre: GenreAnnonce, canal: CanalReponse, who: string): string =>
      [
        `${{ confirmation: 'Confirmation', deplacement: 'Nouveau moment', annulation: 'Annulation', rappel: 'Rappel' }[genre]} par ${canal === 'sms' ? 'SMS' : 'mail'}`,
        who,
      ]
        .filter(Boolean)
        .join(', '),
    byItself: 'automatique',
    answers: {
      confirme: 'Confirmé par le client',
      autre_moment: 'Demande un autre moment',
    } satisfies Record<EtatReponse, string>,
    request: 'Voir sa demande',
    wished: (times: readonly string[]): string => `A demandé : ${times.join(' ou ')}`,
  },
  debriefForm: {
    title: 'Débrief',
    category: 'Comment s’est passé le rendez-vous ?',
    motive: 'Motif',
    note: 'Note',
    notePlaceholder: 'Ce qu’il faut retenir…',
    next: 'Et ensuite',
    nextSteps: {
      none: 'Rien',
      r2: 'Rendez-vous R2',
      devis: 'Devis',
      relance: 'Relance',
      sign: 'Signer maintenant',
      send: 'Envoyer pour signature',
      meet: 'Rendez-vous de signature',
    },
    soldQuote: 'Quel devis est vendu ?',
    noSoldQuote: 'Ce projet n’a pas encore de devis à signer.',
    signOffline: 'Hors ligne : la signature demande du réseau, le client reçoit un code par SMS. Le débrief est gardé.',
    meetTitle: (quote: string) => `Signature ${quote}`,
    relanceDate: 'Relancer le',
    save: 'Enregistrer le débrief',
    saved: 'Débrief enregistré',
    forbidden: 'Le débrief est réservé à ceux qui font les rendez-vous.',
    /** A third appointment is an R2 too: the word stands once. */
    r2Title: (name: string) => (name.startsWith('R2 ') ? name : `R2 ${name}`),
  },
} as const

/** French words of the project screens. */
export const projetsText = {
  create: 'Nouveau projet',
  edit: 'Modifier le projet',
  next: 'À faire maintenant',
  nothingNext: 'Rien à faire pour l’instant.',
  client: 'Client',
  site: 'Chantier',
  noSite: 'Adresse du chantier non renseignée',
  responsible: 'Responsable',
  agency: 'Agence',
  type: 'Type',
  quotes: 'Devis',
  noQuotes: 'Pas encore de devis.',
  newQuote: 'Nouveau devis',
  rdvs: 'Rendez-vous',
  noRdvs: 'Aucun rendez-vous.',
  newRdv: 'Rendez-vous',
  interventions: 'Interventions',
  noInterventions: 'Aucune intervention.',
  newIntervention: 'Intervention',
  reports: 'Comptes rendus',
  noReports: 'Aucun compte rendu.',
  newReport: 'Compte rendu',
  report: 'Compte rendu',
  timeline: 'Historique',
  description: 'Description',
  journal: 'Journal',
  knownClient: 'Client déjà connu',
  noJournal: 'Rien de noté.',
  journalPrivate: 'Réservé à l’entreprise : le client ne le voit pas.',
  journalBy: (when: string, who: string) => `${when} · ${who}`,
  states: 'Avancement du projet',
  cancel: 'Annuler le projet',
  cancelSansSuite: 'Classer sans suite',
  cancelTitle: 'Pourquoi ce projet s’arrête-t-il ?',
  cancelText: 'Le projet quitte les listes de travail. Ses devis et rendez-vous restent consultables.',
  cancelLeaves: (rdvs: number, works: number): string => {
    const parts = [
      rdvs === 0 ? null : `${rdvs} rendez-vous`,
      works === 0 ? null : works === 1 ? '1 intervention' : `${works} interventions`,
    ].filter(Boolean)
    const alone = rdvs + works === 1
    const planned = rdvs === 0 ? (alone ? 'planifiée' : 'planifiées') : alone ? 'planifié' : 'planifiés'
    return `${alone ? 'Reste' : 'Restent'} ${parts.join(' et ')} ${planned}.`
  },
  cancelLeavesHint: (rdvs: number, works: number): string =>
    [
      'Arrêter le projet n’y change rien.',
      rdvs === 0 ? null : 'Un rendez-vous s’annule depuis sa page, qui propose de prévenir le client.',
      works === 0 ? null : 'Une intervention quitte l’agenda quand le bureau vide son planning ; appelez le client.',
    ]
      .filter(Boolean)
      .join(' '),
  cancelReason: 'Motif',
  cancelConfirm: 'Arrêter le projet',
  cancelled: 'Projet arrêté',
  reopen: 'Rouvrir le projet',
  reopened: 'Projet rouvert',
  keep: 'Garder le projet',
  closed: (day: string, reason: string | null) =>
    reason === null ? `Arrêté le ${day}` : `Arrêté le ${day} : ${reason}`,
  refused: 'Refusé par le client',
  signedPv: 'Ce projet a un PV signé : il ne peut pas être supprimé. Annulez-le plutôt.',
  signedQuote: 'Ce projet a un devis signé : il ne peut pas être supprimé. Annulez-le plutôt.',
  steps: {
    open: 'Ouvrir',
    plan: {
      title: 'Prendre un rendez-vous',
      text: 'Aucun rendez-vous actif sur ce projet.',
      others: 'Aucun rendez-vous actif sur ce projet : à prendre par le commercial ou le bureau.',
    },
    call: {
      title: (day: string, time: string | null) => `Relancer le ${day}${time === null ? '' : ` à ${time}`}`,
      text: 'Une relance est prévue. Notez l’appel pour la terminer.',
      action: 'Appeler le client',
    },
    debrief: {
      title: 'Débriefer le rendez-vous',
      text: (when: string) => `Rendez-vous du ${when}.`,
      others: (when: string) => `Rendez-vous du ${when} : à débriefer par qui y est allé.`,
    },
    upcoming: { title: 'Préparer le rendez-vous', text: (when: string) => `Prévu ${when}.` },
    quote: {
      title: 'Faire le devis',
      text: 'Le rendez-vous a eu lieu, il n’y a pas encore de devis.',
      others: 'Le rendez-vous a eu lieu, il n’y a pas encore de devis : à faire par le commercial.',
    },
    signQuote: {
      title: 'Faire signer le devis',
      text: (label: string, when: string) => `Vendu au rendez-vous du ${when} : ${label} n’est pas encore signé.`,
    },
    sendQuote: {
      title: 'Envoyer le devis',
      text: (label: string) => `${label} est un brouillon : le client ne l’a pas encore reçu.`,
    },
    followQuote: { title: 'Relancer le devis', text: (label: string) => `${label} attend une réponse.` },
    intervention: {
      title: 'Planifier l’intervention',
      text: 'La commande est signée, rien n’est planifié.',
      action: 'Planifier',
      others: 'La commande est signée : à planifier par le bureau.',
    },
    works: { title: 'Suivre l’intervention', text: (when: string) => `Prévue ${when}.` },
    feedback: { title: 'Clore l’intervention', text: (when: string) => `L’intervention du ${when} attend son retour.` },
    reprise: {
      title: 'Planifier une reprise',
      text: (when: string) => `L’intervention du ${when} s’est mal terminée.`,
      others: (when: string) =>
        `L’intervention du ${when} s’est mal terminée : la reprise est à planifier par le bureau.`,
    },
    assign: {
      title: 'Affecter un responsable',
      text: 'Ce projet n’a pas encore de responsable.',
      others: 'Ce projet n’a pas encore de responsable : à affecter par le bureau.',
    },
  },
} as const

/** French words of the end of an order outside of the customer's space. */
export const commandeText = {
  open: 'Annuler la commande…',
  needsNetwork: 'Il faut du réseau',
  title: (quote: string): string => `Annuler la commande : ${quote}`,
  intro:
    'Le devis signé reste tel quel. La commande ne compte plus : les interventions prévues sont signalées, rien n’est dû, et ce qui a été reçu est à rendre, sauf ce que vous conservez par accord.',
  how: 'Comment la commande prend fin',
  kinds: { retractation: 'Courrier de rétractation', annulation: 'Annulation convenue' },
  hints: {
    retractation: (day: string): string => `Le client a écrit qu’il se rétracte, au plus tard le ${day}.`,
    annulation: 'Le client et l’entreprise sont d’accord.',
  },
  kindMissing: 'Choisissez comment la commande prend fin',
  day: 'Date du courrier',
  reason: 'Motif',
  reasonHint: 'Le client le lira dans le mail et dans la preuve.',
  kept: 'Montant conservé',
  keptHint: (received: string): string =>
    `Ce que l’entreprise garde, comme convenu avec le client ; 0 pour rien. Reçu à ce jour : ${received}. Le client le lira.`,
  keptMissing: 'Dites ce que l’entreprise garde de ce qui a été reçu : 0 pour rien',
  reasonMissing: 'Dites pourquoi la commande est annulée',
  offline: 'Pas de réseau : l’annulation se fait en ligne.',
  action: 'Annuler la commande',
  keep: 'Garder la commande',
  done: 'Commande annulée',
  mailed: 'Le client reçoit ce texte par mail, et l’agence une copie.',
  notMailed: 'Ce texte ne part pas par mail : remettez-le vous-même au client.',
  close: 'Fermer',
} as const

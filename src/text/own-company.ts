/** Screens by which directors set up their own company. */
export const ownCompanyText = {
  company: 'Entreprise',
  look: { title: 'Apparence et mentions légales', hint: 'Couleur, logo, horaires, mentions des devis, sécurité.' },
  mail: { title: 'Mail', hint: 'Le serveur qui envoie les mails de l’entreprise.' },
  accounts: { title: 'Comptes du personnel', hint: 'Créer un compte, donner des droits, inviter.' },
  notAll:
    'Ce réglage vaut pour toute l’entreprise : il revient à un directeur de toutes les agences. L’administrateur, ou un tel directeur, donne ce droit dans la fiche du compte (« Toutes les agences »).',
  reading: {
    loading: 'Chargement…',
    offline: 'Pas de connexion. Il faut du réseau pour voir ces réglages et les changer.',
    failed: 'Ces réglages n’ont pas pu être lus.',
  },
  create: 'Ajouter une personne',
  edit: 'Modifier le compte',
  empty: 'Personne d’autre n’a de compte.',
  invite: 'Inviter',
  invited: (recipient: string) => `Invitation en route vers ${recipient}`,
  close: 'Fermer le compte',
  reopen: 'Rouvrir le compte',
  saveFirst: 'Ce que vous avez changé n’est pas enregistré : enregistrez-le ou annulez-le d’abord.',
  confirmClose: (name: string) => `Fermer le compte de ${name} ? Ses sessions se terminent aussitôt.`,
  closed: 'Compte fermé',
  reopened: 'Compte rouvert',
  noMail: 'Sans adresse mail : cette personne ne peut pas être invitée.',
  /** A colleague whom this director may not set up. */
  beyond: 'D’une autre agence, ou avec plus de droits que vous : un directeur de toutes les agences gère ce compte.',
  /** One's own account: rights are given by somebody else. */
  ownRights: 'Vos propres droits vous sont donnés par un autre directeur ou par l’administrateur.',
}

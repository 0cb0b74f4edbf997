import type { ChecklistItem } from '../../schemas/checklist.ts'

/** What a company sets up, and what each item is for. */
export const checklistText = {
  title: 'Mise en route',
  count: (done: number, all: number) => `${done} sur ${all}`,
  missing: (names: string) => `Reste à régler : ${names}.`,
  open: 'Continuer la mise en route',
  hide: 'Masquer',
  done: 'Fait',
  todo: 'À faire',
  admin: 'Réglé par l’administrateur de la plateforme.',
  loading: 'Chargement…',
  offline: 'Pas de connexion. Il faut du réseau pour savoir ce qui est réglé.',
  failed: 'La mise en route n’a pas pu être lue.',
  items: {
    apparence: ['Apparence', 'Couleur, logo et image de fond.'],
    papiers: [
      'Mentions légales',
      'SIRET, adresse, téléphone, mail, assurance, médiateur et mentions : sans elles aucun devis ne part.',
    ],
    agences: ['Agences', 'Au moins une agence, avec sa ville.'],
    personnel: ['Personnel', 'Les comptes de vos collègues, et leur invitation.'],
    listes: ['Listes', 'Natures de rendez-vous, motifs, origines, taux de TVA…'],
    rapports: ['Formulaires de compte rendu', 'Ce que vos équipes remplissent après une visite.'],
    tarifs: ['Tarifs', 'Les articles que vos devis proposent.'],
    mail: ['Mail', 'L’adresse et le serveur qui envoient vos mails.'],
    sms: ['SMS', 'Le nom que vos clients lisent sur leurs SMS.'],
    paiements: ['Paiements', 'Le compte qui reçoit les règlements en ligne.'],
    import: ['Clients', 'Vos premiers clients, saisis ou importés.'],
  } satisfies Record<ChecklistItem, [title: string, hint: string]>,
}

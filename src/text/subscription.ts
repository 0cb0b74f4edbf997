/** French words of « Abonner un calendrier ». */
export const subscriptionText = {
  title: 'Mon agenda dans un autre calendrier',
  intro: "Une adresse privée montre votre agenda dans le calendrier du téléphone ou de l'ordinateur, à jour tout seul.",
  secret: 'Quiconque a cette adresse voit votre agenda : ne la donnez à personne.',
  none: "Vous n'avez pas encore d'adresse.",
  since: (day: string) => `Une adresse existe depuis le ${day}. Par sûreté, elle ne peut plus être affichée.`,
  make: "Créer l'adresse",
  renew: "Renouveler l'adresse",
  renewConfirm: "L'adresse actuelle cessera de fonctionner : les calendriers déjà abonnés ne recevront plus rien.",
  address: "Adresse de l'abonnement",
  copy: 'Copier',
  copied: 'Copiée',
  open: "Ouvrir dans l'agenda de l'appareil",
  keep: 'Copiez-la maintenant : elle ne sera plus affichée.',
  loading: 'Chargement…',
  offline: "Il faut du réseau pour créer ou renouveler l'adresse.",
  failed: "L'adresse n'a pas pu être lue.",
} as const

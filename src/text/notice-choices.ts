import type { NoticeKind } from '../../schemas/rules/notices.ts'

/** What a person chooses to be told of, on « Mon compte ». */
export const noticeChoicesText = {
  title: 'Notifications',
  intro:
    'Ce dont vous êtes prévenu, dans l’application et sur vos appareils. Sur un appareil, les notifications s’activent dans le menu de votre compte.',
  loading: 'Chargement de vos choix…',
  offline: 'Pas de connexion. Il faut du réseau pour changer ceci.',
  failed: 'Vos choix n’ont pas pu être lus.',
  kinds: {
    rdv_cree: 'Un rendez-vous ajouté à mon agenda',
    rdv_deplace: 'Un rendez-vous déplacé',
    rdv_annule: 'Un rendez-vous annulé ou retiré de mon agenda',
    rdv_confirme: 'Un rendez-vous confirmé par le client',
    rdv_autre_moment: 'Un autre moment demandé par le client',
    projet_affecte: 'Un projet qui m’est affecté',
    intervention_affectee: 'Une intervention qui m’est affectée',
    intervention_deplacee: 'Une intervention qui change d’horaire',
    intervention_retiree: 'Une intervention retirée de mon planning',
    intervention_annulee: 'Une intervention annulée',
    visite_arretee: 'Une visite qui n’a plus lieu (projet arrêté, commande annulée)',
    devis_ouvert: 'Un devis ouvert par le client',
    devis_signe: 'Un devis signé',
    devis_refuse: 'Un devis refusé ou rétracté',
    demande_recue: 'Une demande d’un client',
    contact_conteste: 'Un changement de coordonnées à vérifier : un client le conteste, ou n’a pas pu en être prévenu',
    message_perdu: 'Un message à un client, ou une invitation, qui n’est pas parti',
    paiement_recu: 'Un paiement en ligne confirmé',
    paiement_rejete: 'Un paiement en ligne rejeté par la banque',
  } satisfies Record<NoticeKind, string>,
  names: 'Noms sur l’écran verrouillé',
  namesHint: 'Sans cela, une notification ne nomme personne, comme « Un rendez-vous a été déplacé ».',
} as const

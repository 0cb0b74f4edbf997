import type { AuditAction, ContentDone, ContentName } from '../../../schemas/audit.ts'

/** The audit trail in French. */

const content = (name: ContentName, what: string, one: 'm' | 'f'): Record<string, string> => {
  const end = one === 'f' ? 'e' : ''
  const done: Record<ContentDone, string> = {
    created: `créé${end}`,
    updated: `modifié${end}`,
    deleted: `supprimé${end}`,
  }
  return Object.fromEntries(Object.entries(done).map(([did, word]) => [`${name}.${did}`, `${what} ${word}`]))
}

type Content = `${ContentName}.${ContentDone}`

const CONTENT: Record<string, string> = {
  ...content('asset_type', 'Type d’élément visuel', 'm'),
  ...content('asset_item', 'Élément visuel', 'm'),
  ...content('asset_item_custom', 'Élément visuel d’une entreprise', 'm'),
  ...content('label', 'Étiquette', 'f'),
  ...content('mail_template', 'Modèle de mail', 'm'),
  ...content('mail_template_customer', 'Modèle de mail d’une entreprise', 'm'),
  ...content('short_link', 'Lien court', 'm'),
  ...content('rapport', 'Formulaire de compte rendu', 'm'),
  ...content('article', 'Article des tarifs', 'm'),
  ...content('reference', 'Entrée d’une liste', 'f'),
}

const ACTIONS: Record<Exclude<AuditAction, Content>, string> = {
  'login.accepted': 'Connexion',
  'login.refused': 'Connexion refusée',
  'login.public_link': 'Lien public ouvert',
  logout: 'Déconnexion',
  'session.revoked': 'Session fermée à distance',
  'handover.started': 'Passation : dossiers confiés, compte fermé',
  'handover.undone': 'Passation annulée',
  'client.merged': 'Deux fiches d’un client fusionnées',
  'client.merge_undone': 'Fusion de fiches annulée',
  'company.exported': 'Entreprise exportée',
  'second_factor.asked': 'Second facteur demandé',
  'second_factor.added': 'Second facteur ajouté',
  'second_factor.removed': 'Second facteur retiré',
  'second_factor.codes_renewed': 'Codes de secours renouvelés',
  'second_factor.reset': 'Second facteur remis à zéro',
  'reauth.accepted': 'Identité confirmée',
  'reauth.refused': 'Identité non confirmée',
  'password.asked': 'Mot de passe oublié',
  'password.reset': 'Mot de passe choisi par un lien',
  'password.changed': 'Mot de passe changé',
  'password.refused': 'Changement de mot de passe refusé',
  'installation_mail.sent': 'Mail d’installation envoyé',
  'impersonation.started': 'Place prise',
  'impersonation.request': 'Écriture à la place de quelqu’un',
  'impersonation.ended': 'Place rendue',
  'company.created': 'Entreprise créée',
  'company.updated': 'Entreprise modifiée',
  'company.disabled': 'Entreprise désactivée',
  'company.reseeded': 'Données de démonstration refaites',
  'personnel.created': 'Membre du personnel créé',
  'personnel.updated': 'Membre du personnel modifié',
  'personnel.deleted': 'Membre du personnel supprimé',
  'user.created': 'Administrateur créé',
  'user.updated': 'Administrateur modifié',
  'user.disabled': 'Administrateur désactivé',
  'role.created': 'Rôle créé',
  'role.updated': 'Rôle modifié',
  'role.deleted': 'Rôle supprimé',
  'client.contact': 'Coordonnées d’un client changées',
  'rdv.confirmed': 'Rendez-vous confirmé par le client',
  'rdv.other_time': 'Autre moment demandé par le client',
  'client.contact_confirmed': 'Changement de coordonnées confirmé par le client',
  'client.number_confirmed': 'Numéro partagé confirmé par l’entreprise',
  'client.contact_contested': 'Changement de coordonnées contesté par le client',
  'quote.signed': 'Devis signé',
  'quote.refused': 'Devis refusé',
  'quote.withdrawn': 'Rétractation',
  'quote.cancelled': 'Commande annulée par l’entreprise',
  'payment.requested': 'Paiement demandé',
  'payment.created': 'Paiement préparé',
  'payment.pending': 'Paiement en cours',
  'payment.confirmed': 'Paiement confirmé',
  'payment.failed': 'Paiement en échec',
  'payment.rejected': 'Paiement rejeté par la banque après sa confirmation',
  'payment.mismatch': 'Paiement d’un autre montant, ignoré',
  'payment_account.written': 'Compte de paiement enregistré',
  'payment_account.removed': 'Compte de paiement retiré',
  'payment_account.tested': 'Compte de paiement essayé',
  'lead.received': 'Contact reçu d’un partenaire',
  'lead.tested': 'Envoi des contacts essayé',
  'lead_key.renewed': 'Clé des contacts renouvelée',
  'lead_key.deleted': 'Clé des contacts supprimée',
  'message.retried': 'Message renvoyé',
  'smtp.tested': 'Serveur de mail essayé',
  'smtp.updated': 'Serveur de mail modifié',
  'smtp.deleted': 'Serveur de mail retiré',
  'sms.tested': 'Envoi de SMS essayé',
  'sms.updated': 'Réglages des SMS modifiés',
  'lola.tested': 'Lien de connexion essayé',
  'ics.renewed': 'Lien d’agenda renouvelé',
  'console.command': 'Commande de la console',
  'console.query': 'Lecture par la console',
  'import.read': 'Fichier à importer lu',
  'import.launched': 'Import lancé',
  'import.done': 'Import terminé',
  'import.undo_asked': 'Annulation d’un import demandée',
  'import.undone': 'Import annulé',
  'audit.exported': 'Journal exporté',
  'backup.created': 'Sauvegarde faite',
  'person.exported': 'Données d’une personne exportées',
  'person.erased': 'Données d’une personne effacées',
  'person.erasure_asked': 'Effacement demandé par l’entreprise',
  'person.erasure_refused': 'Demande d’effacement refusée',
}

const WORDS = new Map(Object.entries({ ...CONTENT, ...ACTIONS }))

/** The action in words; an action that only an older or a newer server knows is shown unchanged. */
export const actionWords = (action: string): string => WORDS.get(action) ?? action

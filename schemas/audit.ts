/** What the audit trail tells: one list for the server, which writes it, and for the screen that puts it into words. */

/** Content that administrators keep. */
export type ContentName =
  | 'article'
  | 'asset_item'
  | 'asset_item_custom'
  | 'asset_type'
  | 'label'
  | 'mail_template'
  | 'mail_template_customer'
  | 'rapport'
  | 'reference'
  | 'short_link'

export type ContentDone = 'created' | 'updated' | 'deleted'

/** `<about what>.<what was done>`. */
export type AuditAction =
  | `${ContentName}.${ContentDone}`
  | `payment.${'requested' | 'created' | 'pending' | 'confirmed' | 'failed' | 'mismatch' | 'rejected'}`
  | `payment_account.${'written' | 'removed' | 'tested'}`
  | `personnel.${ContentDone}`
  | `company.${'created' | 'updated' | 'disabled' | 'reseeded'}`
  | `user.${'created' | 'updated' | 'disabled'}`
  | `role.${ContentDone}`
  | `login.${'accepted' | 'refused' | 'public_link'}`
  | 'logout'
  | `impersonation.${'started' | 'request' | 'ended'}`
  | `password.${'asked' | 'reset' | 'changed' | 'refused'}`
  | 'installation_mail.sent'
  | 'session.revoked'
  | `handover.${'started' | 'undone'}`
  | 'company.exported'
  | `second_factor.${'asked' | 'added' | 'removed' | 'codes_renewed' | 'reset'}`
  | `reauth.${'accepted' | 'refused'}`
  | `quote.${'signed' | 'refused' | 'withdrawn' | 'cancelled'}`
  | `client.${'contact' | 'contact_confirmed' | 'contact_contested' | 'contact_lifted' | 'contact_untold' | 'number_confirmed' | 'merged' | 'merge_undone'}`
  | `rdv.${'confirmed' | 'other_time'}`
  | `lead.${'received' | 'tested'}`
  | `lead_key.${'renewed' | 'deleted'}`
  | 'message.retried'
  | `smtp.${'tested' | 'updated' | 'deleted'}`
  | `sms.${'tested' | 'updated'}`
  | 'lola.tested'
  | 'ics.renewed'
  | `console.${'command' | 'query'}`
  | 'audit.exported'
  | `import.${'read' | 'launched' | 'done' | 'undo_asked' | 'undone'}`
  | 'backup.created'
  | `person.${'exported' | 'erased' | 'erasure_asked' | 'erasure_refused'}`

import { defineEntity } from '../entity.ts'
import { choice, flag, instant, integer, key, ref, required, text } from '../fields.ts'
import { NOTICE_KINDS, noticeTitle } from '../rules/notices.ts'

/** Tells notices apart from the reference lists, whose local collection they share. */
export const NOTICE_LIST = 'NOTIFICATION'

/**
 * What one person is told of (DAY-07): only they read it, and mark it as read. The server writes it, with the write that causes it. It names nobody: the
 * device reads names from the records that it has.
 */
export const notification = defineEntity({
  name: 'notification',
  title: 'Notification',
  plural: 'Notifications',
  path: '/notifications',
  table: 'notification',
  key: 'id',
  fields: {
    id: key(),
    IDPERSONNEL: required(ref('Pour', 'personnel', { merge: 'server' })),
    TYPE: required(choice('Type', NOTICE_KINDS, { merge: 'server' })),
    RESSOURCE: required(text('Ressource', 40, { merge: 'server' })),
    /** Null: several records, told as one. */
    IDENREGISTREMENT: text('Enregistrement', 64, { merge: 'server' }),
    NOMBRE: required(integer('Nombre', { minimum: 1 }, { merge: 'server' }), 1),
    /** Who did it; null for a customer. */
    AUTEUR: ref('Par', 'personnel', { merge: 'server' }),
    /** The time of an appointment, or the number of a quote. */
    DETAIL: text('Détail', 120, { merge: 'server' }),
    DATE_NOTIFICATION: required(instant('Le')),
    LU: flag('Lu'),
  },
  /** In the collection of the reference lists: a RxDB realm has thirteen collections at most. */
  local: {
    collection: 'references',
    indexes: ['LISTE'],
    derived: { maxLength: { LISTE: 40 }, of: () => ({ LISTE: NOTICE_LIST }) },
  },
  label: (n) => noticeTitle(n.TYPE, n.NOMBRE),
})

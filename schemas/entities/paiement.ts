import { defineEntity } from '../entity.ts'
import { cents, choice, date, instant, key, longtext, ref, required, text } from '../fields.ts'
import { GENRE_LABELS, GENRES_PAIEMENT, inEuros, MOYENS } from '../rules/payment-kinds.ts'

/**
 * Money that was received for an order, or went back to its customer (DAY-06): entered by hand, or confirmed by the payment service, which the server
 * writes. It never changes: a wrong one is cancelled with a reason, stays in the list, and a right one is entered. The key of what the service confirmed is
 * that of the request for it (table `payment`).
 */
export const paiement = defineEntity({
  name: 'paiement',
  title: 'Paiement',
  plural: 'Paiements',
  path: '/paiements',
  table: 'paiement',
  key: 'id',
  fields: {
    id: key(),
    IDDEVIS: required(ref('Devis', 'devis', { merge: 'immutable' })),
    IDPROJET: required(ref('Projet', 'projet', { merge: 'immutable' })),
    /** Above 0; GENRE says which way it went. */
    MONTANT: required(cents('Montant', { merge: 'immutable' })),
    MOYEN: required(choice('Moyen', MOYENS, { merge: 'immutable' })),
    GENRE: required(choice('Nature', GENRES_PAIEMENT, { merge: 'immutable' })),
    /** Day on which the money was received. */
    DATE_PAIEMENT: required(date('Reçu le', { merge: 'immutable' })),
    /** Number of the cheque or of the transfer. */
    REFERENCE: text('Référence', 80, { merge: 'immutable' }),
    NOTE: longtext('Note', 500, { merge: 'immutable' }),
    /** Who entered it; null for the payment service. */
    IDPERSONNEL: ref('Saisi par', 'personnel', { merge: 'server' }),
    /** When the server got it. */
    DATE_CREATION: instant('Saisi le'),
    ANNULE_LE: instant('Annulé le'),
    ANNULE_PAR: ref('Annulé par', 'personnel', { merge: 'server' }),
    /** When the payment service said that the bank had rejected the transfer after all; null, too, once it was executed. It counts until the office cancels it. */
    REJETE_LE: instant('Rejeté le'),
    MOTIF_ANNULATION: text('Motif de l’annulation', 300, { merge: 'server' }),
  },
  relations: { devis: { to: 'devis', by: 'IDDEVIS' }, projet: { to: 'projet', by: 'IDPROJET' } },
  local: { collection: 'paiements', indexes: ['IDDEVIS', 'IDPROJET'] },
  check: (p) => (p.MONTANT > 0 ? [] : [{ field: 'MONTANT', message: 'Le montant doit être supérieur à 0' }]),
  label: (p) => `${GENRE_LABELS[p.GENRE]} de ${inEuros(p.MONTANT)}`,
})

import * as Type from 'typebox'
import { defineEntity } from '../entity.ts'
import { cents, integer, key, ref, required, text } from '../fields.ts'

/** Tells targets apart from the reference lists, whose local collection they share. */
export const TARGET_LIST = 'OBJECTIF'

const MONTH = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/

/**
 * What one person is asked to sell in one month (MGR-05): an amount, a number of sales, both, or neither once it was taken back. Directors write it; the office and
 * the person read it. Two directors who set the same month without a network make two records: the later one counts (schemas/rules/targets.ts).
 */
export const objectif = defineEntity({
  name: 'objectif',
  title: 'Objectif',
  plural: 'Objectifs',
  path: '/objectifs',
  table: 'objectif',
  key: 'id',
  fields: {
    id: key(),
    IDPERSONNEL: required(ref('Commercial', 'personnel', { merge: 'immutable' })),
    /** `yyyy-MM` */
    MOIS: required(text('Mois', 7, { merge: 'immutable' })),
    MONTANT: { ...cents('Montant HT'), schema: Type.Unsafe<number>(Type.Integer({ minimum: 0, maximum: 1e12 })) },
    VENTES: integer('Ventes', { minimum: 0, maximum: 10_000 }),
  },
  relations: { personnel: { to: 'personnel', by: 'IDPERSONNEL' } },
  /** In the collection of the reference lists: a RxDB realm has thirteen collections at most. */
  local: {
    collection: 'references',
    indexes: ['LISTE'],
    derived: { maxLength: { LISTE: 40 }, of: () => ({ LISTE: TARGET_LIST }) },
  },
  check: ({ MOIS }) => (MONTH.test(MOIS) ? [] : [{ field: 'MOIS', message: 'Un mois s’écrit « 2026-11 »' }]),
  label: ({ MOIS }) => `Objectif ${MOIS}`,
})

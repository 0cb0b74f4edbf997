import * as Type from 'typebox'
import { defineEntity } from '../entity.ts'
import { cents, date, flag, instant, json, key, ref, required, text } from '../fields.ts'
import { isPending, ligne, quoteTotals } from '../rules/devis.ts'
import { relance } from '../rules/relance.ts'

const NO_NUMBER = 'Devis en attente de numéro'

/** « D-2026-00012 · Confort »: several quotes of one project are named side by side. */
export const quoteName = ({
  NUMERO_DEVIS,
  VARIANTE,
}: {
  NUMERO_DEVIS: string | null
  VARIANTE: string | null
}): string => [NUMERO_DEVIS ?? NO_NUMBER, VARIANTE].filter(Boolean).join(' · ')

export const devis = defineEntity({
  name: 'devis',
  title: 'Devis',
  plural: 'Devis',
  path: '/devis',
  table: 'devis',
  key: 'IDDEVIS',
  fields: {
    IDDEVIS: key(),
    IDPROJET: required(ref('Projet', 'projet', { merge: 'immutable' })),
    IDCLIENT: required(ref('Client', 'client', { merge: 'immutable' })),
    /** D-YYYY-NNNNN, given by the server; « en attente de numéro » until then. */
    NUMERO_DEVIS: text('Numéro', 20, { merge: 'server' }),
    OBJET: text('Objet', 200),
    /** Of variants, of which the customer signs one: the id of the first one; null for that one itself (schemas/rules/variants.ts). */
    GROUPE_VARIANTES: text('Groupe de variantes', 64, { merge: 'immutable' }),
    VARIANTE: text('Nom de la variante', 40),
    LIGNES: required(json('Lignes', Type.Array(ligne, { maxItems: 500 }), { group: 'montants' }), []),
    NET_HT: required(cents('Net HT', { merge: 'server' }), 0),
    PRIX_TTC: required(cents('Prix TTC', { merge: 'server' }), 0),
    DATE_EDITION: date('Édité le'),
    DATE_VALIDITE: date("Valable jusqu'au"),
    IDRESPONSABLEPROJET: ref('Responsable', 'personnel'),
    DATE_CREATION: instant('Créé le'),
    DATE_TRANSMISSION: instant('Transmis le'),
    DATE_CONSULTATION: instant('Consulté le'),
    DATE_SIGNATURE: instant('Signé le'),
    DATE_REFUSE: instant('Refusé le'),
    DEVIS_SIGNE: flag('Signé', { merge: 'server' }),
    REFUSE: flag('Refusé', { merge: 'server' }),
    /** Reminders of the customer, oldest first; only the command adds to them. */
    RELANCES: required(json('Relances', Type.Array(relance, { maxItems: 500 }), { merge: 'server' }), []),
    /** Cents that the order still brings (`soldeOf`), from its payments; null for a quote that is no order. */
    SOLDE: cents('Reste à payer', { merge: 'server' }),
    /** Cents of an order that ended by agreement which the company keeps, as agreed; null for any other quote. */
    MONTANT_CONSERVE: cents('Montant conservé', { merge: 'server' }),
  },
  relations: {
    PROJET: { to: 'projet', by: 'IDPROJET' },
    client: { to: 'client', by: 'IDCLIENT' },
    INTERVENTION: { to: 'intervention', by: 'IDDEVIS', many: true },
  },
  local: {
    collection: 'devis',
    indexes: ['IDPROJET', 'IDCLIENT', 'CLE_ATTENTE', 'CLE_SIGNATURE', 'CLE_REFUS', 'CLE_SOLDE', 'CLE_VARIANTES'],
    derived: {
      maxLength: { CLE_ATTENTE: 64, CLE_SIGNATURE: 24, CLE_REFUS: 24, CLE_SOLDE: 24, CLE_VARIANTES: 64 },
      of: (d) => ({
        // Who is responsible for the pending quote; « - » when nobody is, '' once it was answered.
        CLE_ATTENTE: isPending(d) ? d.IDRESPONSABLEPROJET || '-' : '',
        CLE_SIGNATURE: d.DATE_SIGNATURE ?? '',
        CLE_REFUS: d.DATE_REFUSE ?? '',
        // The signature of an order that is not settled: the oldest first.
        CLE_SOLDE: d.SOLDE ? (d.DATE_SIGNATURE ?? '-') : '',
        // The few quotes that are variants of another one, read at once.
        CLE_VARIANTES: d.GROUPE_VARIANTES ?? '',
      }),
    },
  },
  derive: (d) => {
    const { NET_HT, PRIX_TTC } = quoteTotals(d.LIGNES)
    return { NET_HT, PRIX_TTC }
  },
  label: (d) => d.NUMERO_DEVIS ?? NO_NUMBER,
})

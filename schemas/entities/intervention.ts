import * as Type from 'typebox'
import { endsBeforeStart } from '../dates.ts'
import { defineEntity } from '../entity.ts'
import { cents, choice, datetime, instant, json, key, number, ref, required, text } from '../fields.ts'
import { object, optional } from '../objects.ts'
import { longUntil } from '../rules/long-stays.ts'

const planning = object(
  {
    id: Type.String({ maxLength: 64, minLength: 1 }),
    IDPERSONNEL: Type.String({ maxLength: 64, minLength: 1 }),
    DEBUT: Type.String({ format: 'lolapp-datetime' }),
    FIN: Type.String({ format: 'lolapp-datetime' }),
  },
  { additionalProperties: false },
)

/** What a line of the site's journal is; a plain note has none. */
export const GENRES = ['debut', 'fin', 'reserve'] as const

const note = object(
  {
    id: Type.String({ maxLength: 64, minLength: 1 }),
    TEXTE: Type.String({ maxLength: 4000, minLength: 1 }),
    LE: Type.String({ format: 'lolapp-written-instant' }),
    IDPERSONNEL: Type.String({ maxLength: 64 }),
    /** Work began or ended on site at LE, or a reserve that the PV lists. */
    GENRE: optional(Type.Enum([...GENRES])),
    /** IDFICHIER of the picture of a reserve. */
    PHOTO: optional(Type.String({ maxLength: 64, minLength: 1 })),
    /** IDFICHIER of the second PV, which lifts this reserve. */
    LEVEE: optional(Type.String({ maxLength: 64, minLength: 1 })),
  },
  { additionalProperties: false },
)

/** Works on site. Its planning entries are embedded: their screens edit the intervention. */
export const intervention = defineEntity({
  name: 'intervention',
  title: 'Intervention',
  plural: 'Interventions',
  path: '/interventions',
  table: 'intervention',
  key: 'IDINTERVENTION',
  fields: {
    IDINTERVENTION: key(),
    IDPROJET: required(ref('Projet', 'projet')),
    IDDEVIS: ref('Devis', 'devis'),
    IDTYPE_INTERVENTION: ref("Type d'intervention", 'liste:TYPE_INTERVENTION'),
    RDV_OBJET: text('Objet', 200),
    RDV_DEBUT: required(datetime('Début', { group: 'horaire' })),
    RDV_FIN: required(datetime('Fin', { group: 'horaire' })),
    IDINTERVENTION_PLANNING: required(json('Planning', Type.Array(planning, { maxItems: 100 }), { merge: 'set' }), []),
    NOTES: required(json('Notes', Type.Array(note, { maxItems: 500 }), { merge: 'set' }), []),
    /** Cents left to pay on the quote; null without a quote (server). */
    SOLDE_DEVIS: cents('Solde', { merge: 'server' }),
    SOLDE_DEVIS_POURCENTAGE: number('Solde en %', {}, { merge: 'server' }),
    FEEDBACK: choice('Retour', ['bon', 'mauvais'], { merge: 'server' }),
    DATE_FEEDBACK: instant('Finalisée le'),
    DATE_CREATION: instant('Créée le'),
  },
  relations: {
    projet: { to: 'projet', by: 'IDPROJET' },
    devis: { to: 'devis', by: 'IDDEVIS' },
  },
  local: {
    collection: 'interventions',
    indexes: ['RDV_DEBUT', 'IDPROJET', 'CLE_RETOUR', 'CLE_LONG'],
    derived: {
      maxLength: { CLE_RETOUR: 24, CLE_LONG: 16 },
      // When it was finalised well; '' while it is not: a « mauvais » one without PV is still to be done (MGR-13).
      of: (i) => ({
        CLE_RETOUR: i.FEEDBACK === 'bon' ? (i.DATE_FEEDBACK ?? '-') : '',
        CLE_LONG: longUntil(i, i.IDINTERVENTION_PLANNING),
      }),
    },
  },
  check: (i) =>
    endsBeforeStart(i.RDV_DEBUT, i.RDV_FIN) ? [{ field: 'RDV_FIN', message: 'La fin doit être après le début' }] : [],
  label: (i) => i.RDV_OBJET || 'Intervention',
})

import * as Type from 'typebox'
import { defineEntity } from '../entity.ts'
import { instant, json, key, mapOf, ref, required } from '../fields.ts'
import { object } from '../objects.ts'
import { formulaire } from './rapport.ts'

type Answer = string | number | boolean | null
const answers = () =>
  mapOf<Answer>(Type.Union([Type.String({ maxLength: 4000 }), Type.Number(), Type.Boolean(), Type.Null()]))

const correction = object(
  {
    id: Type.String({ maxLength: 64, minLength: 1 }),
    LE: Type.String({ format: 'lolapp-instant' }),
    IDPERSONNEL: Type.String({ maxLength: 64 }),
    /** What the corrected answers said before; null where there was none. */
    AVANT: answers(),
  },
  { additionalProperties: false },
)

/** A filled report: for an appointment, a project, or neither. */
export const soumission = defineEntity({
  name: 'soumission',
  title: 'Compte rendu',
  plural: 'Comptes rendus',
  path: '/report/submission',
  table: 'soumission',
  key: 'IDSOUMISSION',
  fields: {
    IDSOUMISSION: key(),
    IDRAPPORT: required(ref('Rapport', 'rapport', { merge: 'immutable' })),
    IDRDV: ref('Rendez-vous', 'rdv', { merge: 'immutable' }),
    IDPROJET: ref('Projet', 'projet', { merge: 'immutable' }),
    /** The form that was answered, as the device had it: the report is read with its words, whatever the form became since (SET-04). Null: the form of today. */
    FORMULAIRE: json('Formulaire', formulaire, { merge: 'immutable' }),
    /** Answers by the id of the definition's CHAMPS. Several options, and the pictures of a question by their IDFICHIER: one a line. */
    REPONSES: required(json('Réponses', answers()), {}),
    /** Who corrected the report, when, and the answers of before, oldest first (DAY-11). The server writes it, so that nobody corrects unseen. */
    CORRECTIONS: required(json('Corrections', Type.Array(correction, { maxItems: 500 }), { merge: 'server' }), []),
    IDPERSONNEL: ref('Auteur', 'personnel', { merge: 'server' }),
    DATE_SOUMISSION: instant('Saisi le', { merge: 'immutable' }),
  },
  local: {
    collection: 'rapports',
    indexes: ['CLE_RDV', 'CLE_PROJET', 'CLE_AUTEUR', 'CLE_SAISI'],
    derived: {
      maxLength: { CLE_RDV: 64, CLE_PROJET: 64, CLE_AUTEUR: 64, CLE_SAISI: 96 },
      // The server writes the author: '' until then, of reports that were filled on this device.
      of: (s) => ({
        CLE_RDV: s.IDRDV ?? '',
        CLE_PROJET: s.IDPROJET ?? '',
        CLE_AUTEUR: s.IDPERSONNEL ?? '',
        // By its time, and never the same for two: a list goes on after the last one read.
        CLE_SAISI: `${s.DATE_SOUMISSION ?? ''} ${s.IDSOUMISSION}`,
      }),
    },
  },
  label: (s) => s.FORMULAIRE?.TITRE ?? 'Compte rendu',
})

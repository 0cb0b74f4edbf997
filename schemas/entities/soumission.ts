import * as Type from 'typebox'
import { defineEntity } from '../entity.ts'
import { instant, json, key, mapOf, ref, required } from '../fields.ts'
import { formulaire } from './rapport.ts'

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
    REPONSES: required(
      json(
        'Réponses',
        mapOf<string | number | boolean | null>(
          Type.Union([Type.String({ maxLength: 4000 }), Type.Number(), Type.Boolean(), Type.Null()]),
        ),
      ),
      {},
    ),
    IDPERSONNEL: ref('Auteur', 'personnel', { merge: 'server' }),
    DATE_SOUMISSION: instant('Saisi le', { merge: 'immutable' }),
  },
  local: {
    collection: 'rapports',
    indexes: ['CLE_RDV', 'CLE_PROJET', 'CLE_AUTEUR'],
    derived: {
      maxLength: { CLE_RDV: 64, CLE_PROJET: 64, CLE_AUTEUR: 64 },
      // The server writes the author: '' until then, of reports that were filled on this device.
      of: (s) => ({ CLE_RDV: s.IDRDV ?? '', CLE_PROJET: s.IDPROJET ?? '', CLE_AUTEUR: s.IDPERSONNEL ?? '' }),
    },
  },
  label: (s) => s.FORMULAIRE?.TITRE ?? 'Compte rendu',
})

import * as Type from 'typebox'
import { defineEntity } from '../entity.ts'
import { instant, json, key, mapOf, ref, required } from '../fields.ts'

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
    /** Answers by the id of the definition's CHAMPS. */
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
  local: { collection: 'rapports', indexes: [] },
  label: () => 'Compte rendu',
})

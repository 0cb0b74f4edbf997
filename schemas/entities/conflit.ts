import * as Type from 'typebox'
import { defineEntity } from '../entity.ts'
import { choice, flag, instant, json, key, mapOf, ref, required, text } from '../fields.ts'

/** A value that lost against a concurrent edit: kept, shown and restorable (I9). Written by the server's merge only. */
export const conflit = defineEntity({
  name: 'conflit',
  title: 'Conflit',
  plural: 'Conflits',
  path: '/conflits',
  table: 'conflit',
  key: 'id',
  fields: {
    id: key(),
    RESSOURCE: required(text('Ressource', 40, { merge: 'server' })),
    IDENREGISTREMENT: required(text('Enregistrement', 64, { merge: 'server' })),
    /** Values by field: what lost, and what was kept at that moment. */
    PERDU: required(json('Valeur perdue', mapOf<unknown>(Type.Unknown()), { merge: 'server' }), {}),
    GARDE: required(json('Valeur gardée', mapOf<unknown>(Type.Unknown()), { merge: 'server' }), {}),
    PERDU_PAR: ref('Saisi par', 'personnel', { merge: 'server' }),
    GARDE_PAR: ref('Gardé de', 'personnel', { merge: 'server' }),
    RAISON: choice('Raison', ['concurrent', 'supprime', 'incoherent'], { merge: 'server' }),
    DATE_CONFLIT: instant('Le'),
    RESOLU: flag('Réglé'),
  },
  local: { collection: 'conflits', indexes: [] },
  label: () => 'Conflit',
})

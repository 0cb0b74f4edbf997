import * as Type from 'typebox'
import { defineEntity } from '../entity.ts'
import { choice, date, datetime, flag, integer, json, key, refs, required, text } from '../fields.ts'
import { object, optional } from '../objects.ts'
import {
  absenceIssues,
  GENRE_LABELS,
  GENRES_ABSENCE,
  lastEnd,
  MOST_EXCEPTIONS,
  MOST_TIMES,
  REPETITIONS,
} from '../rules/absences.ts'

/** Tells absences apart from the reference lists, whose local collection they share. */
export const ABSENCE_LIST = 'ABSENCE'

const exception = object(
  {
    /** The day on which the rule puts it. */
    id: Type.String({ minLength: 1, maxLength: 64 }),
    DEBUT: optional(Type.String({ format: 'lolapp-datetime', maxLength: 16 })),
    FIN: optional(Type.String({ format: 'lolapp-datetime', maxLength: 16 })),
  },
  { additionalProperties: false },
)

/**
 * Time that somebody is not to be had (DAY-10): an absence, or a meeting without customer, once or by a rule. Its people and the directors of their agency read
 * it; others are told its times alone, as taken ones.
 */
export const absence = defineEntity({
  name: 'absence',
  title: 'Absence',
  plural: 'Absences',
  path: '/absences',
  table: 'absence',
  key: 'id',
  fields: {
    id: key(),
    IDPERSONNELS: refs('Pour', 'personnel'),
    GENRE: required(choice('Motif', GENRES_ABSENCE)),
    OBJET: text('Précision', 200),
    JOURNEES: flag('Journées entières', { group: 'horaire' }),
    DEBUT: required(datetime('Début', { group: 'horaire' })),
    /** Not part of it. Of whole days: 00:00 of the day after the last one. */
    FIN: required(datetime('Fin', { group: 'horaire' })),
    REPETITION: choice('Répétition', REPETITIONS, { group: 'horaire' }),
    REPETER_JUSQUA: date('Jusqu’au', { group: 'horaire' }),
    REPETER_FOIS: integer('Nombre de fois', { minimum: 1, maximum: MOST_TIMES }, { group: 'horaire' }),
    /** By day: two people who each cancel or move another occurrence are both right. */
    EXCEPTIONS: required(
      json('Exceptions', Type.Array(exception, { maxItems: MOST_EXCEPTIONS }), { merge: 'set' }),
      [],
    ),
    /** The end of the last occurrence; null where there is none. */
    DERNIERE_FIN: datetime('Dernière fin', { merge: 'server' }),
  },
  /** In the collection of the reference lists: a RxDB realm has thirteen collections at most. */
  local: {
    collection: 'references',
    indexes: ['LISTE'],
    derived: { maxLength: { LISTE: 40 }, of: () => ({ LISTE: ABSENCE_LIST }) },
  },
  check: absenceIssues,
  derive: (a) => ({ DERNIERE_FIN: lastEnd(a) }),
  label: (a) => a.OBJET || GENRE_LABELS[a.GENRE],
})

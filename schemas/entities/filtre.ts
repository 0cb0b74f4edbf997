import { defineEntity } from '../entity.ts'
import { flag, instant, key, ref, required, text, words } from '../fields.ts'

/** Tells saved filters apart from the reference lists, whose local collection they share. */
export const FILTER_LIST = 'FILTRE'

/** Filters, order and search of one list that a person keeps under a name (DAY-13): on all their devices, and read by nobody else. */
export const filtre = defineEntity({
  name: 'filtre',
  title: 'Filtre',
  plural: 'Filtres',
  path: '/filtres',
  table: 'filtre',
  key: 'id',
  fields: {
    id: key(),
    IDPERSONNEL: ref('Pour', 'personnel', { merge: 'server' }),
    /** The screen, by its path below /manager. */
    ECRAN: required(text('Écran', 40, { merge: 'immutable' })),
    NOM: words('Nom du filtre', 60),
    /** The query of the address; '' shows the whole list. */
    VALEURS: required(text('Filtres', 1000, { merge: 'latest' }), ''),
    /** The list opens with it. */
    DEFAUT: flag('À l’ouverture'),
    DATE_CREATION: instant('Créé le', { merge: 'server' }),
  },
  /** In the collection of the reference lists: a RxDB realm has thirteen collections at most. */
  local: {
    collection: 'references',
    indexes: ['LISTE'],
    derived: { maxLength: { LISTE: 40 }, of: () => ({ LISTE: FILTER_LIST }) },
  },
  label: (f) => f.NOM,
})

import * as Type from 'typebox'
import { defineEntity } from '../entity.ts'
import { cents, flag, key, longtext, ref, refs, required, text, words } from '../fields.ts'

/** Tells the articles of the price list apart from the reference lists, whose local collection they share. */
export const ARTICLE_LIST = 'ARTICLE'

/** Between the references of a CSV cell, so it is in no reference. */
export const OPTION_SEPARATOR = '|'

/**
 * One article of the company's price list (SET-08). The limits are those of a line of a quote, which is a copy of it. It is archived, never deleted: another
 * article may name it as its option.
 */
export const article = defineEntity({
  name: 'article',
  title: 'Article',
  plural: 'Articles',
  path: '/articles',
  table: 'article',
  key: 'id',
  fields: {
    id: key(),
    FAMILLE: text('Famille', 80),
    REFERENCE: words('Référence', 40),
    LIBELLE: words('Libellé', 200),
    DESCRIPTION: longtext('Description', 2000),
    UNITE: text('Unité', 20),
    PRIX_HT: required({
      ...cents('Prix HT', { merge: 'words' }),
      schema: Type.Integer({ minimum: 0, maximum: 1e10 }),
    }),
    /** New buildings, and every situation for which the article names no other rate. */
    IDTVA: ref('TVA', 'liste:TVA'),
    /** Works in a home that is more than two years old. */
    IDTVA_RENOVATION: ref('TVA en rénovation', 'liste:TVA'),
    /** Works that save energy there. */
    IDTVA_ENERGIE: ref('TVA en rénovation énergétique', 'liste:TVA'),
    /** Articles that a quote may add with this one. */
    OPTIONS: refs('Options', 'article'),
    /** A path of the API, which changes with the picture; written by its own route. */
    PHOTO: text('Photo', 300, { merge: 'server' }),
    ARCHIVE: flag('Archivé'),
  },
  /** In the collection of the reference lists: a RxDB realm has thirteen collections at most. */
  local: {
    collection: 'references',
    indexes: ['LISTE'],
    derived: { maxLength: { LISTE: 40 }, of: () => ({ LISTE: ARTICLE_LIST }) },
  },
  check: ({ REFERENCE }) =>
    (REFERENCE ?? '').includes(OPTION_SEPARATOR)
      ? [{ field: 'REFERENCE', message: `Une référence ne contient pas « ${OPTION_SEPARATOR} »` }]
      : [],
  label: (a) => a.LIBELLE,
})

import type { AnnouncedRdv, GenreAnnonce } from './annonces.ts'

/** What there is to tell of an appointment now: that it is cancelled, that it moved since the customer was told, or that it is made. */
export function genreOf({ RDV_DEBUT, SUPPRIME, ANNONCES }: AnnouncedRdv): GenreAnnonce {
  if (SUPPRIME === 1) return 'annulation'
  const last = ANNONCES.at(-1)
  return last && last.GENRE !== 'annulation' && last.DEBUT !== RDV_DEBUT ? 'deplacement' : 'confirmation'
}

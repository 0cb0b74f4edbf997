import { addDays } from '../../../schemas/dates.ts'
import type { ResourceRecord } from '../../../schemas/resources.ts'

type Devis = ResourceRecord<'devis'>

/** Days for which a quote is valid by default. */
export const VALIDITY_DAYS = 30

/**
 * The values of a new quote with the lines of another one, at its prices. Its lines keep their ids, by which variants are compared; number, dates of its
 * life and reminders are its own. It is of the same person, as a variant is: a group is one proposal.
 * @param day the company's day
 */
export const copyOf = ({ IDPROJET, IDCLIENT, OBJET, LIGNES, IDRESPONSABLEPROJET }: Devis, day: string) => ({
  IDPROJET,
  IDCLIENT,
  OBJET,
  LIGNES,
  IDRESPONSABLEPROJET,
  DATE_EDITION: day,
  DATE_VALIDITE: addDays(day, VALIDITY_DAYS),
})

/**
 * A copy that is a quote of its own. It is of whoever is responsible for the project now, as any new quote is: the old one may be of somebody who has given
 * the project away. Where the device knows nobody, the server says who.
 */
export function duplicateOf(
  devis: Devis,
  { projet, day }: { projet: Pick<ResourceRecord<'projet'>, 'IDRESPONSABLEPROJET'> | null; day: string },
) {
  const { IDRESPONSABLEPROJET: _, ...copy } = copyOf(devis, day)
  const person = projet?.IDRESPONSABLEPROJET
  return person ? { ...copy, IDRESPONSABLEPROJET: person } : copy
}

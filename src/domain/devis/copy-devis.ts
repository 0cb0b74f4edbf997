import { addDays } from '../../../schemas/dates.ts'
import type { ResourceRecord } from '../../../schemas/resources.ts'

type Devis = ResourceRecord<'devis'>

/** Days for which a quote is valid by default. */
export const VALIDITY_DAYS = 30

/**
 * The values of a new quote with the lines of another one, at its prices. Its lines keep their ids, by which variants are compared; number, dates of its
 * life and reminders are its own.
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

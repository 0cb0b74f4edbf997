import { projet as entity } from '../../../schemas/entities/projet.ts'
import { formatDateTime } from '../../components/format.ts'
import { contactsText as text } from '../../text/contacts.ts'

/** Longest description of a project, by its declaration. */
export const DESCRIPTION_MAX: number =
  (entity.fields.DESCRIPTION.schema as { maxLength?: number }).maxLength ?? Number.POSITIVE_INFINITY

export interface Call {
  /** The company's wall clock. */
  at: string
  /** Name of who called. */
  by: string
  outcome: string
  remark: string
}

/**
 * The project's description with a line for this call at its end; null when there is no room left. The product has no journal of calls:
 * the description is the one text of a project that its next caller reads, and its first line, which names the project, stays.
 */
export function withCall(description: string | null, { at, by, outcome, remark }: Call): string | null {
  const words = remark.trim().replace(/\s+/g, ' ')
  const line = [text.callLine(formatDateTime(at), by, outcome), words].filter(Boolean).join(' ')
  const whole = `${description?.trimEnd() || text.noDescription}\n${line}`
  return whole.length > DESCRIPTION_MAX ? null : whole
}

const CALL = /^Appel du (\d{2}\/\d{2})\/\d{4} \d{2}:\d{2} \([^)]*\) : (.+)$/

/** « 20/11 : Pas de réponse. » of the last call that the description tells; null when it tells none. */
export function lastCall(description: string | null): string | null {
  for (const line of (description ?? '').split('\n').toReversed()) {
    const [, day, said] = CALL.exec(line) ?? []
    if (day !== undefined) return `${day} : ${said}`
  }
  return null
}

/** When a project's customer is to be called again. */
export interface Recall {
  /** The day, `yyyy-MM-dd`. */
  RELANCE_INTERMEDIAIRE: string | null
  /** A time, `yyyy-MM-dd HH:mm`; it counts on that day alone. */
  RELANCE_A?: string | null | undefined
}

/**
 * Whether the call that was planned still has to be made: an appointment after its day answers it once the day is over.
 * @param rdvs those that are not deleted
 * @param today `yyyy-MM-dd`
 */
export function isRecallOpen(
  { RELANCE_INTERMEDIAIRE: day }: Recall,
  rdvs: readonly { RDV_DEBUT: string }[],
  today: string,
): boolean {
  if (!day) return false
  return day >= today || !rdvs.some((rdv) => rdv.RDV_DEBUT.slice(0, 10) > day)
}

/** The time of the call, `HH:mm`; null where the day has none. An app that knows no times may have moved the day: a time of another day is over. */
export function recallTime({ RELANCE_INTERMEDIAIRE: day, RELANCE_A: at }: Recall): string | null {
  return day && at?.startsWith(`${day} `) ? at.slice(11) : null
}

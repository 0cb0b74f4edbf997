import { type RetentionKind, retentionRule } from '../../schemas/retention.ts'

const DAY_MS = 86_400_000

/** ISO 8601: older rows are past their kind's period. */
export const cutoff = (kind: RetentionKind, now: Date): string =>
  new Date(now.getTime() - (retentionRule(kind).days ?? 0) * DAY_MS).toISOString()

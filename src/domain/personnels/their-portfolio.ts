import type { HandoverCounts } from '../../../schemas/handover.ts'
import { heldText as text } from '../../text/held.ts'

/** What stays with somebody whose account is closed, in words for whoever closes it, and whether anything does. */
export interface Remaining {
  words: string
  some: boolean
}

/** @param read what a handover of this person would give to colleagues */
export async function remainingOf(read: () => Promise<HandoverCounts>): Promise<Remaining> {
  // Without it the question is still asked: a stolen phone is no time to wait.
  const counts = await read().catch(() => null)
  if (counts === null) return { words: text.unread, some: false }
  const parts = text.parts(counts)
  return { words: parts.length === 0 ? '' : text.remains(parts.join(', ')), some: parts.length > 0 }
}

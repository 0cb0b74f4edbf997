import { isOfKnownClient, type JournalEntry } from '../../../schemas/journal.ts'
import { projetsText } from '../../text/projets.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'

const AMBER = '#f08c00'

/** On a website's lead of a client who was there already: somebody may be in touch with them. Nothing on other projects. */
export function KnownClientChip({ journal, size = 'sm' }: { journal: readonly JournalEntry[]; size?: 'sm' | 'md' }) {
  return isOfKnownClient(journal) ? <StateChip label={projetsText.knownClient} color={AMBER} size={size} /> : null
}

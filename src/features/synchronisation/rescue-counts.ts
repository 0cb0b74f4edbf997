import { entityOf } from '../../../schemas/resources.ts'
import type { OpenedRescue } from '../../../sync/device/rescue.ts'
import { synchronisationText } from '../../text/synchronisation.ts'

const text = synchronisationText.rescue

/** The content of a rescue file by kind, in the order met; then how much of it the server had refused. */
export function rescueCounts(
  rescue: Pick<OpenedRescue, 'entries' | 'files' | 'mails'>,
): { label: string; count: number }[] {
  const counts = new Map<string, number>()
  const add = (label: string, count = 1): void => void counts.set(label, (counts.get(label) ?? 0) + count)
  for (const { resource } of rescue.entries) add(entityOf(resource).plural)
  add(text.files, rescue.files.length)
  add(text.mails, rescue.mails.length)
  add(
    text.refused,
    [...rescue.entries, ...rescue.files, ...rescue.mails].filter((one) => one.state === 'refused').length,
  )
  return [...counts].flatMap(([label, count]) => (count > 0 ? { label, count } : []))
}

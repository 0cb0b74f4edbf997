import { isInstant } from '../../../schemas/dates.ts'
import { type SiteNote, siteState } from '../../../schemas/rules/intervention-site.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useSession } from '../../data/session/session.tsx'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { interventionsText as text } from '../../text/interventions.ts'
import { notices } from '../../ui/notices/notices.tsx'

export interface Site {
  /** The works are not on this device any more, while something was being typed about them. */
  gone: boolean
  /** These four return false when it could not be stored: the error has been shown, the text stays on screen. */
  begin: () => Promise<boolean>
  end: () => Promise<boolean>
  note: (words: string) => Promise<boolean>
  reserve: (words: string, photo: string | undefined) => Promise<boolean>
  remove: (id: string) => Promise<void>
  /** « Bon » while the works are under way asks to end them too. */
  feedback: (words: 'bon' | 'mauvais') => Promise<void>
}

/** Now, and after the notes that are shown: the clock of the phone that wrote one may be ahead, and an end before its beginning ends nothing. */
function nextTime(notes: readonly SiteNote[]): string {
  const newest = notes.reduce((last, { LE }) => (LE > last && isInstant(LE) ? LE : last), '')
  const now = new Date().toISOString()
  return newest < now ? now : new Date(Date.parse(newest) + 1).toISOString()
}

/** The actions on site. Each is a local write: shown at once, with or without a network. */
export function useSite(
  intervention: LocalRecord<'intervention'>,
  { signed, gone = false, onSent }: { signed: boolean; gone?: boolean; onSent?: () => void },
): Site {
  const commands = useCommands()
  const allowed = useMay()
  const { account } = useSession()
  const id = intervention.IDINTERVENTION

  const attempt = async (write: () => Promise<void>): Promise<boolean> => {
    try {
      await write()
      return true
    } catch (error) {
      notices.failure(error)
      return false
    }
  }
  const setNotes = (NOTES: SiteNote[]): Promise<boolean> =>
    // Relative to the notes shown here: a note that arrives at the same moment does not count as removed.
    attempt(() => commands.update('intervention', id, { NOTES }, { base: intervention }))
  const add = async (TEXTE: string, more: Partial<SiteNote> = {}): Promise<boolean> => {
    const note = { id: uuidv7(), TEXTE, LE: nextTime(intervention.NOTES), IDPERSONNEL: account.id, ...more }
    const added = await setNotes([...intervention.NOTES, note])
    // The works as they were last do not show it.
    if (added && gone) {
      notices.success(text.siteGoneKept)
      onSent?.()
    }
    return added
  }
  return {
    gone,
    begin: () => add(text.startNote, { GENRE: 'debut' }),
    end: () => add(text.endNote, { GENRE: 'fin' }),
    note: (words) => add(words),
    reserve: (words, photo) => add(words, { GENRE: 'reserve', ...(photo === undefined ? {} : { PHOTO: photo }) }),
    remove: async (noteId) => void (await setNotes(intervention.NOTES.filter((note) => note.id !== noteId))),
    feedback: async (words) => {
      const { startedAt, endedAt } = siteState(intervention)
      // Without its signed PV « bon » is refused: then nothing ends. A seller gives the result and writes no notes.
      const mayEnd = signed && allowed('update', 'intervention')
      if (words === 'bon' && mayEnd && startedAt !== null && endedAt === null) {
        if (!(await notices.confirm({ title: text.endTitle, message: text.endWithFeedback }))) return
        if (!(await add(text.endNote, { GENRE: 'fin' }))) return
      }
      if (await attempt(() => commands.feedback(id, words))) notices.success(text.feedbackSaved)
    },
  }
}

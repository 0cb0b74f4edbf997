import { createHash } from 'node:crypto'
import type { JournalEntry } from '../../schemas/journal.ts'

/**
 * A call as apps older than the journal wrote it, at the end of the project's description: « Appel du 20/11/2026 18:05 (Julie Martin) : Joint. à rappeler ».
 * Customers read descriptions. migrations/0015_project_journal.sql reads the same lines; a test compares both.
 */
const LINE = /^[ \t]*Appel du ([0-9]{2})\/([0-9]{2})\/([0-9]{4}) ([0-9]{2}:[0-9]{2}) \((.*?)\) : (.+)$/

/** First line that servers gave to a website's lead of a known client; migrations/0048_client_journal.sql reads it too. */
const KNOWN_CLIENT = '[Client déjà connu]'

/** First line that those apps gave a description which had none. */
const NO_DESCRIPTION = 'Projet sans description'

export interface SplitDescription {
  /** The rest, which everybody may read. */
  description: string | null
  /** The calls that were in it. The same line gives the same entry wherever it is read: moved twice, it is there once. */
  calls: JournalEntry[]
  /** It said that the project is a website's lead of a client who was there already. */
  knownClient: boolean
}

function entryOf(line: string): JournalEntry | null {
  const [, day, month, year, time, AUTEUR = '', said = ''] = LINE.exec(line) ?? []
  if (day === undefined) return null
  const stop = said.indexOf('.')
  const RESULTAT = stop > 0 ? said.slice(0, stop) : ''
  const TEXTE = (stop > 0 ? said.slice(stop + 1) : said).replace(/^ +| +$/g, '')
  return {
    id: `appel-${createHash('md5').update(line).digest('hex')}`,
    GENRE: 'appel',
    LE: `${year}-${month}-${day} ${time}`,
    AUTEUR,
    ...(RESULTAT === '' ? {} : { RESULTAT }),
    ...(TEXTE === '' ? {} : { TEXTE }),
  }
}

/**
 * A description without what older apps and servers put into it.
 * @param words what a customer wrote themselves: its lines are theirs, whatever they look like
 */
export function splitDescription(text: string | null, words: string | null = null): SplitDescription {
  if (text === null) return { description: null, calls: [], knownClient: false }
  const theirs = new Set(words?.split('\n'))
  const calls: JournalEntry[] = []
  const kept: string[] = []
  const [first = '', ...others] = text.split('\n')
  const knownClient = !theirs.has(first) && first.replace(/[ \t\r]+$/, '') === KNOWN_CLIENT
  for (const line of knownClient ? others : [first, ...others]) {
    const call = theirs.has(line) ? null : entryOf(line.replace(/[ \t\r]+$/, ''))
    if (call) calls.push(call)
    else kept.push(line)
  }
  if (calls.length === 0 && !knownClient) return { description: text, calls, knownClient }
  const description = kept.join('\n').replace(/[ \t\r\n]+$/, '')
  return { description: description === '' || description === NO_DESCRIPTION ? null : description, calls, knownClient }
}

import { useMemo } from 'react'
import * as Type from 'typebox'
import { daysBetween, today } from '../../../schemas/dates.ts'
import { shapeOf } from '../../../schemas/reads-as.ts'
import type { Article } from '../../../schemas/rules/articles.ts'
import { ARTICLE_IMPORTS_DOC } from '../../../sync/store/article-imports.ts'
import { callApi } from '../../data/api/api.ts'
import { useKeepDocument, useLocalDocument } from '../../data/records/use-local-document.ts'
import { useZone } from '../../data/session/use-zone.ts'
import type { SendStep } from './csv/send-import.ts'
import { type ImportedArticle, type KeptImport, type Left, planUndo, sentArticles } from './csv/undo-import.ts'
import type { Sending } from './use-import.ts'

/** Days for which an import can be undone, as one of clients. */
const DAYS = 30
const MOST = 5
/** Articles of one answer. */
const PAGE = 1000
/** Articles that are noted at once as sent: each note writes the whole list. */
const AHEAD = 50

interface ImportsDoc extends Record<string, unknown> {
  /** The latest first. */
  imports: KeptImport[]
}

type Current = Article & { VERSION: number }
const areArticles = shapeOf(Type.Array(Type.Object({ id: Type.String(), VERSION: Type.Integer() }))) as (
  value: unknown,
) => value is Current[]

/** Every article as the server has it now: the device may not have heard of its own import yet. */
async function readArticles(): Promise<Map<string, Current>> {
  const all = new Map<string, Current>()
  for (let offset = 0; ; offset += PAGE) {
    const page = await callApi('/articles', areArticles, { query: { limit: PAGE, offset }, ownRefusal: true })
    for (const article of page) all.set(article.id, article)
    if (page.length < PAGE) return all
  }
}

/** What is added to an import that is kept, while it runs, or as its last calls are answered. Each resolves once this device has it. */
interface Noted {
  /** An article that it meant to make was there already. */
  found: (article: ImportedArticle) => Promise<void>
  /** A call for this article is about to go out. A page that is cut then has noted some articles too many, and none too few. */
  sends: (id: string) => Promise<void>
  /** No call is under way: exactly what was sent is noted. */
  stopped: () => Promise<void>
  /** Every call was answered. */
  ended: () => Promise<void>
}

const recent = (imports: readonly KeptImport[] | undefined, zone: string): KeptImport[] =>
  (imports ?? []).filter(({ at }) => daysBetween(today(zone, new Date(at)), today(zone)) <= DAYS)

/** The imports of the last days that this account has made on this device; undefined until they are read. */
export function useKeptImports(): {
  imports: readonly KeptImport[] | undefined
  /** Keeps an import before its first call. */
  note: (made: KeptImport) => Promise<Noted>
  /** Takes one back. @returns what it leaves, known before its first call; refusals are in `sending` */
  undo: (made: KeptImport, sending: Sending) => Promise<readonly Left[]>
} {
  const zone = useZone()
  const doc = useLocalDocument<ImportsDoc>(ARTICLE_IMPORTS_DOC)
  const keep = useKeepDocument<ImportsDoc>(ARTICLE_IMPORTS_DOC)
  const imports = useMemo(() => (doc === undefined ? undefined : recent(doc?.imports, zone)), [doc, zone])
  /** Changes one of them, whatever was noted of the others meanwhile. */
  const change = (id: string, of: (one: KeptImport) => KeptImport): Promise<void> =>
    keep((known) => ({ imports: (known?.imports ?? []).map((one) => (one.id === id ? of(one) : one)) }))
  const note = async (made: KeptImport): Promise<Noted> => {
    await keep((known) => ({ imports: [made, ...recent(known?.imports, zone)].slice(0, MOST) }))
    // A call that is sent again finds what this import wrote: what was noted first counts.
    const withFound = (one: ImportedArticle, article: ImportedArticle): ImportedArticle =>
      one.id === article.id && one.before === null ? article : one
    const places = new Map(made.articles.map(({ id }, index) => [id, index + 1]))
    let sent = 0
    let ahead = 0
    let noting = Promise.resolve()
    // Another tab may have taken it back meanwhile: what is sent after that can be taken back again.
    const reached = (count: number): Promise<void> => {
      ahead = count
      return change(made.id, (one) => ({ ...one, sent: count, isUndone: false }))
    }
    return {
      sends: (id) => {
        const place = places.get(id) ?? 0
        sent = Math.max(sent, place)
        if (place > ahead)
          noting = reached(place + AHEAD - 1).catch((error: unknown) => {
            ahead = 0
            throw error
          })
        return noting
      },
      stopped: () => reached(sent),
      found: (article) =>
        change(made.id, (one) => ({ ...one, articles: one.articles.map((known) => withFound(known, article)) })),
      ended: () => change(made.id, (one) => ({ ...one, isWhole: true, isUndone: false })),
    }
  }
  const undo = async (made: KeptImport, sending: Sending): Promise<readonly Left[]> => {
    const current = await readArticles()
    const { rows, left } = planUndo(sentArticles(made), current)
    const send: SendStep = ({ row, values, key }) =>
      callApi(`/articles/${encodeURIComponent(row.id)}`, (answer): answer is unknown => answer !== undefined, {
        method: 'PUT',
        body: values,
        idempotencyKey: key,
        // Somebody who changes it in this moment keeps their change.
        seen: current.get(row.id)?.VERSION ?? 0,
        silent: true,
        ownRefusal: true,
      })
    const onDone = (): void => {
      // What could not be noted is offered again, and then does nothing more.
      const isAsRead = (one: KeptImport): boolean => one.sent === made.sent && one.isWhole === made.isWhole
      // So is an import that another tab has sent more of since.
      change(made.id, (one) => (isAsRead(one) ? { ...one, isUndone: true } : one)).catch(() => undefined)
    }
    sending.start(rows, { send, onDone })
    return left
  }
  return { imports, note, undo }
}

import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import type { SyncedResource } from '../../../schemas/resources.ts'
import { holdsWords, normalise } from '../../../schemas/search.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import type { LocalData } from '../../data/database/local-data.ts'
import { askList } from '../../data/records/ask-list.ts'
import { readDown } from '../../data/records/read-down.ts'

export type Submission = LocalRecord<'soumission'>

/** Which filled reports are listed. */
export interface ReportFilter {
  /** IDPERSONNEL of whoever wrote them: reports of this device that were not sent yet have no author, and are theirs. */
  author: string | null
  projet: string | null
  /** The form that they answer. */
  form: string | null
  /** ISO instants: from the first, before the second. */
  from: string | null
  before: string | null
  /** Words of the report, its client or its project, all of them. */
  words: string
}

const UNSENT = '9'

const timeOf = (report: Submission): string => report.DATE_SOUMISSION ?? UNSENT
const byTime = (a: Submission, b: Submission): number =>
  timeOf(b).localeCompare(timeOf(a)) || b.IDSOUMISSION.localeCompare(a.IDSOUMISSION)

const isWanted = (report: Submission, filter: ReportFilter): boolean =>
  (filter.author === null || (report.IDPERSONNEL ?? filter.author) === filter.author) &&
  (filter.projet === null || report.IDPROJET === filter.projet) &&
  (filter.form === null || report.IDRAPPORT === filter.form) &&
  (filter.from === null || timeOf(report) >= filter.from) &&
  (filter.before === null || timeOf(report) < filter.before)

/** Reports that may be wanted, latest first, in pieces: a company may have 100,000 of them, a person or a project few. */
async function* candidates(data: LocalData, filter: ReportFilter): AsyncGenerator<Submission[]> {
  if (filter.projet !== null || filter.author !== null) {
    const selector =
      filter.projet === null ? { CLE_AUTEUR: { $in: ['', filter.author] } } : { CLE_PROJET: filter.projet }
    yield (await askList(data, 'soumission', { selector })).sort(byTime)
    return
  }
  yield* readDown(data, 'soumission', {
    key: 'CLE_SAISI',
    from: filter.from ?? '',
    // One more than any key: digits come before letters.
    before: filter.before ?? 'a',
    keyOf: ({ DATE_SOUMISSION, IDSOUMISSION }) => `${DATE_SOUMISSION ?? ''} ${IDSOUMISSION}`,
  })
}

type Named = 'projet' | 'client' | 'personnel'
async function readById<R extends Named>(
  { db }: LocalData,
  resource: R,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, LocalRecord<R>>> {
  const docs = await db
    .of(resource as SyncedResource)
    .findByIds([...new Set(ids.filter((id): id is string => Boolean(id)))])
    .exec()
  return new Map([...docs].map(([id, doc]) => [id, doc._data as unknown as LocalRecord<R>]))
}

/** What a search of a report looks at: its title and answers, its author, client and project. */
async function haystacks(data: LocalData, rows: readonly Submission[]): Promise<Map<string, string>> {
  const projets = await readById(
    data,
    'projet',
    rows.map(({ IDPROJET }) => IDPROJET),
  )
  const clients = await readById(
    data,
    'client',
    [...projets.values()].map(({ IDCLIENT }) => IDCLIENT),
  )
  const authors = await readById(
    data,
    'personnel',
    rows.map(({ IDPERSONNEL }) => IDPERSONNEL),
  )
  return new Map(
    rows.map((report) => {
      const projet = projets.get(report.IDPROJET ?? '')
      const client = projet && clients.get(projet.IDCLIENT)
      const words = [
        report.FORMULAIRE?.TITRE,
        ...Object.values(report.REPONSES).filter((answer) => typeof answer === 'string' || typeof answer === 'number'),
        client && clientEntity.label(client),
        client?.VILLE,
        projet && projetEntity.label(projet),
        authors.get(report.IDPERSONNEL ?? '')?.NOM_COMPLET,
      ]
      return [report.IDSOUMISSION, words.filter(Boolean).join(' ')]
    }),
  )
}

async function matching(data: LocalData, rows: readonly Submission[], filter: ReportFilter): Promise<Submission[]> {
  const wanted = rows.filter((report) => isWanted(report, filter))
  if (normalise(filter.words) === '' || wanted.length === 0) return wanted
  const texts = await haystacks(data, wanted)
  return wanted.filter(({ IDSOUMISSION }) => holdsWords(texts.get(IDSOUMISSION) ?? '', filter.words))
}

export interface FoundReports {
  rows: Submission[]
  /** False while there are, or may be, more. */
  complete: boolean
}

/**
 * The first so many reports of a filter, latest first, from this device: everything is filtered before it is counted (DAY-03). It reads on until it has
 * found them, or has read all. @param onSome what was found so far, while a search goes on
 */
export async function findReports(
  data: LocalData,
  filter: ReportFilter,
  { count, signal, onSome }: { count: number; signal: AbortSignal; onSome?: (rows: Submission[]) => void },
): Promise<FoundReports> {
  const rows: Submission[] = []
  for await (const chunk of candidates(data, filter)) {
    if (signal.aborted) break
    const found = await matching(data, chunk, filter)
    rows.push(...found)
    if (rows.length > count) return { rows: rows.slice(0, count), complete: false }
    if (found.length > 0) onSome?.([...rows])
  }
  return { rows, complete: !signal.aborted }
}

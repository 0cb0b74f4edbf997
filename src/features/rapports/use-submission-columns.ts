import { useMemo } from 'react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { isPicture, questionOf } from '../../../schemas/rules/report-forms.ts'
import type { Findable } from '../../../schemas/search.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { listViewsText } from '../../text/list-views.ts'
import { rapportsText as text } from '../../text/rapports.ts'
import { formatInstant } from '../../ui/format/format.ts'
import type { Column } from '../../ui/list/columns.ts'
import { answerText } from './report-answers.ts'

const titles = listViewsText.columns
type Submission = LocalRecord<'soumission'>

/**
 * What filled reports are sorted and searched by, and what their file holds: their answers too, pictures apart. `isRead`: their projects and clients are here;
 * with `stale` those of the former rows count until then.
 */
export function useSubmissionColumns(
  rows: readonly Submission[] | undefined,
  { stale = true }: { stale?: boolean } = {},
): {
  columns: Column<Submission>[]
  find: (one: Submission) => Findable
  isRead: boolean
} {
  const forms = useLiveList('rapport', {})
  const zone = useZone()
  const projets = useRecords(
    'projet',
    rows?.map((one) => one.IDPROJET),
    { stale },
  )
  const clients = useRecords('client', projets && [...projets.values()].map((projet) => projet.IDCLIENT), {
    stale,
  })
  const isRead = forms !== undefined && clients !== undefined
  const made = useMemo(() => {
    const formOf = ({ FORMULAIRE, IDRAPPORT }: Submission) => FORMULAIRE ?? forms?.find(({ id }) => id === IDRAPPORT)
    const titleOf = (one: Submission): string => formOf(one)?.TITRE ?? text.unknownForm
    const clientOf = (one: Submission) => clients?.get(projets?.get(one.IDPROJET ?? '')?.IDCLIENT ?? '')
    const nameOf = (one: Submission): string => {
      const client = clientOf(one)
      return client ? clientEntity.label(client) : ''
    }
    const answersOf = (one: Submission): string =>
      (formOf(one)?.CHAMPS ?? [])
        .map(questionOf)
        .filter(({ id, TYPE }) => !isPicture(TYPE) && one.REPONSES[id] !== undefined)
        .map((question) => `${question.LIBELLE} : ${answerText(question, one.REPONSES[question.id])}`)
        .join('\n')
    const columns: Column<Submission>[] = [
      { id: 'formulaire', title: titles.form, by: titleOf, cell: titleOf },
      { id: 'client', title: titles.client, by: nameOf, cell: nameOf },
      { id: 'ville', title: titles.town, cell: (one) => clientOf(one)?.VILLE },
      {
        id: 'date',
        title: titles.date,
        by: ({ DATE_SOUMISSION }) => DATE_SOUMISSION,
        cell: ({ DATE_SOUMISSION }) => (DATE_SOUMISSION ? formatInstant(DATE_SOUMISSION, zone) : text.notSent),
      },
      { id: 'reponses', title: titles.answers, cell: answersOf },
    ]
    const find = (one: Submission): Findable => ({
      words: [titleOf(one), nameOf(one), clientOf(one)?.VILLE, answersOf(one)],
      phones: [clientOf(one)?.PORTABLE, clientOf(one)?.TELEPHONE],
    })
    return { columns, find }
  }, [forms, projets, clients, zone])
  return { ...made, isRead }
}

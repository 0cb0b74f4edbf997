import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { wallClock } from '../../../schemas/dates.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { isPicture, type Question, questionOf } from '../../../schemas/rules/report-forms.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { RecordRow, RowList } from '../../domain/records/record-rows.tsx'
import { rapportsText as text } from '../../text/rapports.ts'
import { formatAgo } from '../../ui/format/format.ts'
import { above } from '../../ui/list/row-link.tsx'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useMayCorrect } from './correction-form.tsx'
import styles from './rapports.module.css'
import { answerText } from './report-answers.ts'

type Submission = LocalRecord<'soumission'>

/** The answer that tells a report apart; a number alone would say nothing. */
const told = (question: Question, value: unknown): string =>
  question.TYPE === 'nombre' || question.TYPE === 'date'
    ? `${question.LIBELLE} : ${answerText(question, value)}`
    : answerText(question, value)

/** Filled reports, latest first, each with its subject, its first answer and its sync state. */
export function SubmissionList({
  submissions,
  label,
  authors = false,
}: {
  submissions: readonly Submission[]
  label: string
  /** Names whoever wrote each. */
  authors?: boolean
}) {
  const forms = useLiveList('rapport', {})
  const projets = useRecords(
    'projet',
    submissions.map((one) => one.IDPROJET),
  )
  const clients = useRecords('client', projets && [...projets.values()].map((projet) => projet.IDCLIENT))
  const writers = useRecords('personnel', authors ? submissions.map((one) => one.IDPERSONNEL) : [])
  const zone = useZone()
  const now = useNow()
  return (
    <RowList label={label} card>
      {submissions.map((one) => {
        const form = forms?.find((candidate) => candidate.id === one.IDRAPPORT)
        const client = clients?.get(projets?.get(one.IDPROJET ?? '')?.IDCLIENT ?? '')
        const asked = (one.FORMULAIRE ?? form)?.CHAMPS.map(questionOf)
        const first = asked?.find(
          ({ id, TYPE }) => TYPE !== 'case' && !isPicture(TYPE) && one.REPONSES[id] !== undefined,
        )
        const title = one.FORMULAIRE?.TITRE ?? form?.TITRE ?? text.unknownForm
        return (
          <RecordRow
            key={one.IDSOUMISSION}
            href={paths.rapport.view(one.IDSOUMISSION)}
            title={[title, client && clientEntity.label(client)].filter(Boolean).join(' · ')}
            detail={first ? <div className="one-line">{told(first, one.REPONSES[first.id])}</div> : null}
            sync={one.sync.state}
            end={
              <>
                <span className={styles.sub}>
                  {writers?.get(one.IDPERSONNEL ?? '')?.NOM_COMPLET ?? null}
                  {writers?.has(one.IDPERSONNEL ?? '') ? ' · ' : null}
                  {one.CORRECTIONS.length > 0 ? `${text.corrected} · ` : null}
                  {one.DATE_SOUMISSION ? formatAgo(wallClock(new Date(one.DATE_SOUMISSION), zone), now) : text.notSent}
                </span>
                <CorrectLink report={one} title={title} />
              </>
            }
          />
        )
      })}
    </RowList>
  )
}

/** Straight to the correction, for whoever may make it. */
function CorrectLink({ report, title }: { report: Submission; title: string }) {
  const may = useMayCorrect(report)
  if (!may || report.sync.state === 'refused') return null
  return (
    <ActionIcon
      component={Link}
      {...hrefProps(paths.rapport.correct(report.IDSOUMISSION))}
      className={above}
      variant="subtle"
      size={44}
      aria-label={text.correctOne(title)}
    >
      <IconPencil size={18} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}

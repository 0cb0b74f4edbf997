import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { SyncLink } from '../../domain/records/record-sync.tsx'
import { Fact } from '../../domain/records/resource-view.tsx'
import frame from '../../forms/resource.module.css'
import { rapportsText as text } from '../../text/rapports.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { HeaderMarks, PageHeader } from '../../ui/page/page-header.tsx'
import { AboutCard } from './about-card.tsx'
import styles from './rapports.module.css'
import { answerText } from './report-answers.ts'

/** One filled report: questions and answers, author and time. */
export function SubmissionView({ id }: { id: string }) {
  const submission = useLiveRecord('soumission', id)
  const form = useLiveRecord('rapport', submission?.IDRAPPORT)
  const author = useLiveRecord('personnel', submission?.IDPERSONNEL)
  const zone = useZone()
  if (submission === undefined || form === undefined)
    return <PageHeader title={text.title} back={paths.rapport.href()} />
  if (submission === null) {
    return (
      <>
        <PageHeader title={text.missing} back={paths.rapport.href()} />
        <EmptyState
          text={text.missingText}
          action={
            <Button component={Link} to={paths.rapport.href()}>
              {text.toList}
            </Button>
          }
        />
      </>
    )
  }
  const when = formatInstant(submission.DATE_SOUMISSION, zone)
  const champs =
    form?.CHAMPS ?? Object.keys(submission.REPONSES).map((key) => ({ id: key, LIBELLE: key, TYPE: 'texte' as const }))
  return (
    <div className={frame.page}>
      <PageHeader
        title={form?.TITRE ?? text.unknownForm}
        back={paths.rapport.href()}
        subtitle={
          <HeaderMarks>
            {author?.NOM_COMPLET ? text.writtenBy(author.NOM_COMPLET, when) : text.written(when)}
            <SyncLink resource="soumission" id={id} mark={submission.sync} />
          </HeaderMarks>
        }
      />
      <div className={`surface ${frame.card}`}>
        <AboutCard idRdv={submission.IDRDV} idProjet={submission.IDPROJET} />
        <dl className={styles.answers}>
          {champs.map((champ) => (
            <Fact key={champ.id} label={champ.LIBELLE} wide>
              {answerText(champ, submission.REPONSES[champ.id])}
            </Fact>
          ))}
        </dl>
      </div>
    </div>
  )
}

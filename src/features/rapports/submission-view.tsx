import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '../../app/paths.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { formatInstant } from '../../components/format.ts'
import { HeaderMarks, PageHeader } from '../../components/page-header.tsx'
import { SyncLink } from '../../components/resource/record-sync.tsx'
import frame from '../../components/resource/resource.module.css'
import { Fact } from '../../components/resource/resource-view.tsx'
import { useZone } from '../../components/resource/use-zone.ts'
import { useLiveRecord } from '../../db/use-live.ts'
import { rapportsText as text } from '../../text/rapports.ts'
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

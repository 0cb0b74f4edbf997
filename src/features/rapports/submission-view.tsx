import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { SIGNED_QUOTE } from '../../../schemas/rules/deletion.ts'
import { isSealed } from '../../../schemas/rules/devis.ts'
import { type Answers, askedQuestions, linesOf } from '../../../schemas/rules/report-answers.ts'
import { isPicture, type Question, questionOf } from '../../../schemas/rules/report-forms.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { type FileView, useFiles } from '../../data/records/use-files.ts'
import { useLiveList, useLiveRecord } from '../../data/records/use-live.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { PhotoGrid } from '../../domain/files/file-list.tsx'
import { useNameFile } from '../../domain/files/use-name-file.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { SyncLink } from '../../domain/records/record-sync.tsx'
import { Fact } from '../../domain/records/resource-view.tsx'
import { useRemovedNotice } from '../../domain/records/use-removed-notice.ts'
import frame from '../../forms/resource.module.css'
import { rapportsText as text } from '../../text/rapports.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useLeave } from '../../ui/navigation/use-leave.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { HeaderMarks, PageHeader } from '../../ui/page/page-header.tsx'
import { AboutCard } from './about-card.tsx'
import { useMayCorrect } from './correction-form.tsx'
import { Corrections } from './corrections.tsx'
import styles from './rapports.module.css'
import { answerText } from './report-answers.ts'

interface PicturesProps {
  question: Question
  value: Answers[string]
  /** Of the report: an answer shows no other file. */
  files: readonly FileView[] | undefined
}

function Pictures({ question, value, files }: PicturesProps) {
  const ids = linesOf(value)
  const naming = useNameFile()
  if (ids.length === 0) return text.none
  if (files === undefined) return null
  const found = ids.flatMap((id) => files.filter((file) => file.id === id))
  return (
    <>
      <div className={styles.pictures} data-kind={question.TYPE}>
        <PhotoGrid photos={found} label={question.LIBELLE} naming={naming} />
      </div>
      {found.length < ids.length ? (
        <span className={styles.quiet}>{text.pictureMissing(ids.length - found.length)}</span>
      ) : null}
    </>
  )
}

/** Correct and delete, for whoever may (DAY-11). */
function Actions({ report }: { report: LocalRecord<'soumission'> }) {
  const { IDSOUMISSION: id } = report
  const commands = useCommands()
  const mayCorrect = useMayCorrect(report)
  const mayDelete = useMay()('delete', 'soumission')
  const sayRemoved = useRemovedNotice()
  const leave = useLeave(paths.rapport.list())
  const quotes = useLiveList('devis', report.IDPROJET ? { selector: { IDPROJET: report.IDPROJET } } : null)
  const remove = async (): Promise<void> => {
    if (quotes?.some(isSealed)) return notices.error(SIGNED_QUOTE)
    if (!(await notices.confirm({ message: text.removeAsk }))) return
    try {
      await commands.remove('soumission', id)
      sayRemoved('soumission', id)
      leave()
    } catch (error) {
      notices.failure(error)
    }
  }
  return (
    <div className={styles.actions}>
      {mayCorrect ? (
        <Button
          component={Link}
          {...hrefProps(paths.rapport.correct(id))}
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {text.correct}
        </Button>
      ) : null}
      {mayDelete ? (
        <Button
          variant="default"
          color="rouge"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => void remove()}
        >
          {text.remove}
        </Button>
      ) : null}
    </div>
  )
}

/** One filled report, with the words of the form that it answered: questions and answers, author and time. */
export function SubmissionView({ id }: { id: string }) {
  const submission = useLiveRecord('soumission', id)
  const form = useLiveRecord('rapport', submission?.IDRAPPORT)
  const author = useLiveRecord('personnel', submission?.IDPERSONNEL)
  const files = useFiles({ recordId: id })
  const zone = useZone()
  if (submission === undefined || form === undefined)
    return <PageHeader title={text.title} back={paths.rapport.list()} />
  if (submission === null) {
    return (
      <>
        <PageHeader title={text.missing} back={paths.rapport.list()} />
        <EmptyState
          text={text.missingText}
          action={
            <Button component={Link} to={paths.rapport.list()}>
              {text.toList}
            </Button>
          }
        />
      </>
    )
  }
  const when = formatInstant(submission.DATE_SOUMISSION, zone)
  const { FORMULAIRE, REPONSES } = submission
  const questions = (FORMULAIRE ?? form)?.CHAMPS.map(questionOf) ?? []
  const known = new Set(questions.map(({ id: question }) => question))
  const others = Object.keys(REPONSES).filter((key) => !known.has(key))
  return (
    <div className={frame.page}>
      <PageHeader
        title={FORMULAIRE?.TITRE ?? form?.TITRE ?? text.unknownForm}
        back={paths.rapport.list()}
        actions={<Actions report={submission} />}
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
          {askedQuestions(questions, REPONSES).map((question) => (
            <Fact key={question.id} label={question.LIBELLE} wide>
              {isPicture(question.TYPE) ? (
                <Pictures question={question} value={REPONSES[question.id]} files={files} />
              ) : (
                answerText(question, REPONSES[question.id])
              )}
            </Fact>
          ))}
          {others.map((key) => (
            <Fact key={key} label={text.otherAnswer} wide>
              {answerText({ TYPE: 'texte' }, REPONSES[key])}
            </Fact>
          ))}
        </dl>
        <Corrections report={submission} questions={questions} />
        {FORMULAIRE && form && form.REVISION > FORMULAIRE.REVISION ? (
          <p className={styles.version}>{text.formerVersion(FORMULAIRE.REVISION, form.REVISION)}</p>
        ) : null}
      </div>
    </div>
  )
}

import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { isPicture, questionOf } from '../../../schemas/rules/report-forms.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList, useLiveRecord } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { dirtyForms } from '../../data/version/dirty-forms.ts'
import { ListSort, ListTools, NothingFound } from '../../domain/views/list-tools.tsx'
import { useListView } from '../../domain/views/use-list-view.ts'
import frame from '../../forms/resource.module.css'
import { rapportsText as text } from '../../text/rapports.ts'
import { FirstRows } from '../../ui/list/first-rows.tsx'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { AboutCard } from './about-card.tsx'
import { CorrectionForm } from './correction-form.tsx'
import styles from './rapports.module.css'
import { draftKeyOf, formsFor } from './report-answers.ts'
import { ReportForm } from './report-form.tsx'
import { SubmissionList } from './submission-list.tsx'
import { SubmissionView } from './submission-view.tsx'
import { useSubmissionColumns } from './use-submission-columns.ts'

/** « Rapport » (MGR-14): choose a form, fill it with or without a network, read filled ones. The address says which of the three. */
export function RapportScreen() {
  const [query] = useQuery()
  if (query.soumission && query.corriger) return <CorrectionForm key={query.soumission} id={query.soumission} />
  if (query.soumission) return <SubmissionView key={query.soumission} id={query.soumission} />
  const idRdv = query.idRdv ?? query.rdv ?? null
  const given = query.idProjet ?? query.projet ?? null
  return <Write key={`${idRdv} ${given}`} idRdv={idRdv} given={given} form={query.formulaire} />
}

interface WriteProps {
  idRdv: string | null
  /** The project of the address. */
  given: string | null
  form: string | undefined
}

/** A form that is being filled. */
interface Opened {
  form: LocalRecord<'rapport'>
  /** The form that the address named then. */
  asked: string | undefined
  idProjet: string | null
}

/** The form that the address names, whose draft waits here or that is the only one; else the choice of one. */
function Write({ idRdv, given, form }: WriteProps) {
  const rdv = useLiveRecord('rdv', idRdv)
  const forms = useLiveList('rapport', {})
  // A form that is archived or deleted while somebody fills it stays open: what was typed is not lost. It keeps its project, where its pictures
  // belong, when the appointment leaves this device meanwhile.
  const [opened, setOpened] = useState<Opened | null>(null)
  const past = useLiveList('soumission', idRdv || given ? { selector: aboutOf(idRdv, given) } : null)
  if (rdv === undefined || forms === undefined || ((idRdv || given) && past === undefined && opened === null))
    return <PageHeader title={text.title} />
  const idProjet = rdv?.IDPROJET ?? given
  const fitting = formsFor(forms, rdv ? rdv.IDNATURE_RDV : undefined)
  const fillable = fitting.filter((one) => idProjet !== null || !needsProject(one))
  // Nothing to choose and nothing to read: the form itself opens.
  const only = form === undefined && past?.length === 0 && fitting.length === 1 ? fillable[0] : undefined
  const isOpen = opened !== null && opened.asked === form
  const about = idRdv ?? given
  // A phone may have ended the page while a report was filled. Its form is offered again, although it is archived or fits no more: only it takes the draft.
  const begun =
    form === undefined && about === null
      ? undefined
      : forms.find(({ id }) => (form ?? id) === id && dirtyForms.hasDraft(draftKeyOf(id, about)))
  const offered = isOpen ? opened.form : (begun ?? fillable.find((one) => one.id === form) ?? only)
  if (offered && !isOpen) setOpened({ form: offered, asked: form, idProjet })
  // The choice again: the form that is opened next is the present one.
  else if (!offered && opened) setOpened(null)
  else if (opened && idProjet !== null && opened.idProjet !== idProjet) setOpened({ ...opened, idProjet })
  // The appointment may not be on this device (yet): its report can be written too, for its project if one is named.
  const here = paths.rapport.href({ ...(idRdv ? { idRdv } : {}), ...(given ? { idProjet: given } : {}) })
  if (offered) {
    const subject = rdv ? paths.resource.view('rdv', rdv.IDRDV) : paths.rapport.list(given ?? undefined)
    const back = form === undefined ? subject : here
    return (
      <ReportForm
        key={offered.id}
        form={offered}
        idRdv={idRdv}
        idProjet={idProjet ?? opened?.idProjet ?? null}
        back={back}
      />
    )
  }
  return (
    <div className={frame.page}>
      <PageHeader title={text.title} {...(rdv ? { back: paths.resource.view('rdv', rdv.IDRDV) } : {})} />
      {rdv || idProjet ? (
        <div className={`surface ${styles.aboutBox}`}>
          <AboutCard idRdv={idRdv} idProjet={idProjet} />
        </div>
      ) : null}
      <Choice forms={fitting} any={forms.some(({ ACTIF }) => ACTIF === 1)} here={here} hasProject={idProjet !== null} />
      <Past idRdv={idRdv} idProjet={given} />
    </div>
  )
}

/** Reports of an appointment, else of a project. */
const aboutOf = (idRdv: string | null, idProjet: string | null) =>
  idRdv ? { CLE_RDV: idRdv } : { CLE_PROJET: idProjet ?? '' }

interface ChoiceProps {
  forms: readonly LocalRecord<'rapport'>[]
  any: boolean
  here: string
  hasProject: boolean
}

const needsProject = ({ CHAMPS }: LocalRecord<'rapport'>): boolean =>
  CHAMPS.some((champ) => isPicture(questionOf(champ).TYPE))

function Choice({ forms, any, here, hasProject }: ChoiceProps) {
  if (forms.length === 0) return <p className={styles.quiet}>{any ? text.noForm : text.noFormYet}</p>
  return (
    <section aria-label={text.choose}>
      <h2 className={styles.title}>{text.choose}</h2>
      <ul className={styles.forms} aria-label={text.chooseLabel}>
        {forms.map((form) => (
          <li key={form.id}>
            {hasProject || !needsProject(form) ? (
              <Link
                {...hrefProps(`${here}${here.includes('?') ? '&' : '?'}formulaire=${encodeURIComponent(form.id)}`)}
                className={`surface ${styles.form}`}
              >
                <strong>{form.TITRE}</strong>
                <span className={styles.sub}>{text.fieldsCount(form.CHAMPS.length)}</span>
              </Link>
            ) : (
              <div className={`surface ${styles.form}`} data-off>
                <strong>{form.TITRE}</strong>
                <span className={styles.sub}>{text.needsProject}</span>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Filled reports: of this appointment or project, else mine, which are searched and sorted. */
function Past({ idRdv, idProjet }: { idRdv: string | null; idProjet: string | null }) {
  const { account } = useSession()
  const scoped = idRdv !== null || idProjet !== null
  const rows = useLiveList('soumission', {
    selector: scoped
      ? aboutOf(idRdv, idProjet)
      : // The server writes the author: a report that was filled here and not sent yet has none, and is mine.
        { CLE_AUTEUR: { $in: ['', account.id] } },
  })
  const latest = useMemo(
    () => rows?.toSorted((a, b) => (b.DATE_SOUMISSION ?? '9').localeCompare(a.DATE_SOUMISSION ?? '9')),
    [rows],
  )
  const { columns, find, isRead } = useSubmissionColumns(latest)
  const view = useListView({ screen: 'rapport', rows: latest, columns, find, isRead })
  if (view.rows === undefined) return null
  const title = idRdv ? text.ofRdv : idProjet ? text.ofProjet : text.mine
  return (
    <section className={styles.past} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {view.all === 0 ? (
        <p className={styles.quiet}>{scoped ? text.emptyHere : text.empty}</p>
      ) : (
        <>
          {scoped ? null : (
            <>
              <ListTools view={view} search={text.search} />
              <ListSort view={view} />
            </>
          )}
          {view.rows.length === 0 ? <NothingFound view={view} /> : null}
          <FirstRows name={title} items={view.rows}>
            {(shown) => <SubmissionList submissions={shown} label={title} />}
          </FirstRows>
        </>
      )}
      <Button component={Link} {...hrefProps(paths.rapport.list(idProjet ?? undefined))} variant="subtle" mt={8}>
        {text.allPast}
      </Button>
    </section>
  )
}

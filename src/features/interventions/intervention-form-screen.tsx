import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { entityOf } from '../../../schemas/resources.ts'
import { linkChoices } from '../../../schemas/rules/intervention-devis.ts'
import { sameJson } from '../../../schemas/same-json.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useFiles } from '../../data/records/use-files.ts'
import { useLeft } from '../../data/records/use-left.ts'
import { useLiveList, useLiveRecord } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { useTakenQuestion } from '../../domain/rdv/taken-question.tsx'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import { FormFrame, FormSection } from '../../forms/form-frame.tsx'
import { newValues, valuesOf } from '../../forms/form-values.ts'
import type { FormValues } from '../../forms/payload.ts'
import { backOf, Fields } from '../../forms/resource-form.tsx'
import { useFormRecord } from '../../forms/use-form-record.ts'
import { type ResourceFormState, useResourceForm } from '../../forms/use-resource-form.ts'
import { interventionText } from '../../text/intervention-form.ts'
import { interventionsText as text } from '../../text/interventions.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { plannedOf, planningEntries, planningIssues, worksAdjuster } from './planning.ts'
import { PlanningSection } from './planning-section.tsx'
import { returnValues } from './return-visit.ts'

const entity = entityOf('intervention')
const checkPlanning = (values: FormValues): Record<string, string> =>
  planningEntries(values).some((entry) => Object.keys(planningIssues(entry)).length > 0)
    ? { IDINTERVENTION_PLANNING: interventionText.planning }
    : {}

/** /manager/intervention/create?IDPROJET= and /manager/intervention/$id/edit. */
export function InterventionFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const [query] = useQuery()
  const { record: intervention, gone } = useFormRecord('intervention', id)
  const files = useFiles({ recordId: id ?? '' })
  const [opened, setOpened] = useState<string | null>(null)
  if (id === undefined && query.reprise) return <ReturnForm key={query.reprise} of={query.reprise} />
  if (id === undefined && query.IDPROJET && !query.IDDEVIS)
    return <ProjectForm from={query} idProjet={query.IDPROJET} />
  if (id === undefined) return <InterventionForm intervention={null} gone={false} from={query} />
  if (intervention === undefined) return null
  if (intervention === null) return <MissingRecord back={paths.manager.href()} />
  if (opened !== id && files === undefined) return null
  // A PV that is signed while the form is open does not discard the typed values: the server refuses forbidden changes.
  if (opened !== id && files?.some((file) => file.origin === 'intervention_sign_pv')) {
    return (
      <>
        <PageHeader title={interventionText.edit} back={paths.resource.view('intervention', id)} />
        <EmptyState text={interventionText.sealed} />
      </>
    )
  }
  if (opened !== id) setOpened(id)
  return <InterventionForm key={id} intervention={intervention} gone={gone} from={{}} />
}

/** /manager/intervention/create?IDPROJET=: opens with the order of the project, where one needs no choice. */
function ProjectForm({ from, idProjet }: { from: FormValues; idProjet: string }) {
  const quotes = useLiveList('devis', { selector: { IDPROJET: idProjet } })
  if (quotes === undefined) return null
  const IDDEVIS = linkChoices(quotes).only?.IDDEVIS
  return <InterventionForm intervention={null} gone={false} from={IDDEVIS ? { ...from, IDDEVIS } : from} />
}

/** The same for a project that is chosen in the form of new works: once, so that works without a quote stay possible. */
function useOrderOf(form: ResourceFormState): void {
  const { values, mode } = form
  const idProjet = mode === 'create' && typeof values.IDPROJET === 'string' ? values.IDPROJET : ''
  const quotes = useLiveList('devis', idProjet === '' ? null : { selector: { IDPROJET: idProjet } })
  const proposed = useRef(idProjet)
  useEffect(() => {
    if (idProjet === '' || idProjet === proposed.current) return
    // Those of the project before stay until these are read.
    const only = linkChoices(quotes?.filter(({ IDPROJET }) => IDPROJET === idProjet) ?? []).only
    if (only === undefined) return
    proposed.current = idProjet
    if (!values.IDDEVIS) form.set('IDDEVIS', only.IDDEVIS)
  }, [idProjet, quotes, values.IDDEVIS, form])
}

/** /manager/intervention/create?reprise=: the return visit after works that ended badly, or with reserves. */
function ReturnForm({ of }: { of: string }) {
  const first = useLiveRecord('intervention', of)
  const { account } = useSession()
  const left = useLeft()
  if (first === undefined) return null
  if (first === null) return <MissingRecord back={paths.manager.href()} />
  const at = new Date().toISOString()
  const from = returnValues(first, { me: account.id, left, at, newId: () => crypto.randomUUID() })
  return <InterventionForm intervention={null} gone={false} from={from} isReturn />
}

interface InterventionFormProps {
  intervention: LocalRecord<'intervention'> | null
  /** The intervention was deleted while the form was open. */
  gone: boolean
  from: FormValues
  isReturn?: boolean
}

function InterventionForm({ intervention, gone, from, isReturn = false }: InterventionFormProps) {
  const commands = useCommands()
  const [initial] = useState(() => (intervention ? valuesOf(entity, intervention) : newValues(entity, from)))
  const [adjust] = useState(worksAdjuster)
  const id = intervention?.IDINTERVENTION
  const form = useResourceForm({
    entity,
    record: intervention,
    initial,
    draftKey: `intervention/${id ?? 'create'}`,
    check: checkPlanning,
    adjust,
    gone,
  })
  useOrderOf(form)
  const { askAll, question } = useTakenQuestion('save')
  const save = async (): Promise<boolean> => {
    const payload = form.payload()
    // Of entries that stay as they were nobody is asked again.
    const before = intervention?.IDINTERVENTION_PLANNING ?? []
    const changed = planningEntries(payload).filter((entry) => !before.some((one) => sameJson(one, entry)))
    if (!(await askAll(changed.flatMap((entry) => plannedOf(entry, id ?? null) ?? [])))) return false
    if (id === undefined) await commands.create('intervention', payload)
    else if (Object.keys(payload).length > 0) {
      await commands.update('intervention', id, payload, { base: form.base() })
    }
    return true
  }

  return (
    <>
      <FormFrame
        form={form}
        title={intervention ? interventionText.edit : isReturn ? text.planReturn : interventionText.create}
        entityTitle={entity.title}
        back={backOf('intervention', id)}
        onSave={save}
      >
        <FormSection>
          <Fields
            form={form}
            names={['RDV_OBJET', 'IDTYPE_INTERVENTION', 'RDV_DEBUT', 'RDV_FIN', 'IDPROJET', 'IDDEVIS']}
          />
        </FormSection>
        <PlanningSection form={form} intervention={id ?? null} />
      </FormFrame>
      {question}
    </>
  )
}

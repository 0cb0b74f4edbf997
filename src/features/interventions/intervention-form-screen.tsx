import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { entityOf } from '../../../schemas/resources.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useFiles } from '../../data/records/use-files.ts'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import { FieldChangeNotice } from '../../forms/field-change.tsx'
import { DateTimeField } from '../../forms/fields/datetime-field.tsx'
import { RefField } from '../../forms/fields/ref-field.tsx'
import { FormFrame, FormSection, Wide } from '../../forms/form-frame.tsx'
import { newValues, valuesOf } from '../../forms/form-values.ts'
import { adjustTimes } from '../../forms/linked-times.ts'
import type { FormValues } from '../../forms/payload.ts'
import { backOf, Fields } from '../../forms/resource-form.tsx'
import { useFormRecord } from '../../forms/use-form-record.ts'
import { useResourceForm } from '../../forms/use-resource-form.ts'
import { interventionText } from '../../text/resource.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import styles from './intervention.module.css'
import { changedEntry, newEntry, type PlanningEntry, planningIssues } from './planning.ts'

const entity = entityOf('intervention')
const entries = (values: FormValues): PlanningEntry[] =>
  Array.isArray(values.IDINTERVENTION_PLANNING) ? (values.IDINTERVENTION_PLANNING as PlanningEntry[]) : []
const checkPlanning = (values: FormValues): Record<string, string> =>
  entries(values).some((entry) => Object.keys(planningIssues(entry)).length > 0)
    ? { IDINTERVENTION_PLANNING: interventionText.planning }
    : {}

/** /manager/intervention/create?IDPROJET= and /manager/intervention/$id/edit. */
export function InterventionFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const [query] = useQuery()
  const { record: intervention, gone } = useFormRecord('intervention', id)
  const files = useFiles({ recordId: id ?? '' })
  const [opened, setOpened] = useState<string | null>(null)
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

interface InterventionFormProps {
  intervention: LocalRecord<'intervention'> | null
  /** The intervention was deleted while the form was open. */
  gone: boolean
  from: FormValues
}

function InterventionForm({ intervention, gone, from }: InterventionFormProps) {
  const commands = useCommands()
  const [initial] = useState(() => (intervention ? valuesOf(entity, intervention) : newValues(entity, from)))
  const id = intervention?.IDINTERVENTION
  const form = useResourceForm({
    entity,
    record: intervention,
    initial,
    draftKey: `intervention/${id ?? 'create'}`,
    check: checkPlanning,
    adjust: adjustTimes,
    gone,
  })
  const save = async (): Promise<undefined> => {
    const payload = form.payload()
    if (id === undefined) await commands.create('intervention', payload)
    else if (Object.keys(payload).length > 0) {
      await commands.update('intervention', id, payload, { base: form.base() })
    }
  }
  const planning = entries(form.values)
  const setPlanning = (next: PlanningEntry[]) => form.set('IDINTERVENTION_PLANNING', next)
  const change = (entry: PlanningEntry, patch: Partial<PlanningEntry>) =>
    setPlanning(planning.map((other) => (other.id === entry.id ? changedEntry(entry, patch) : other)))

  return (
    <FormFrame
      form={form}
      title={intervention ? interventionText.edit : interventionText.create}
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
      <FormSection title={interventionText.planning}>
        {planning.map((entry, index) => {
          const issues = planningIssues(entry)
          return (
            <Wide key={entry.id}>
              <div className={styles.entry}>
                <RefField
                  to="personnel"
                  label={interventionText.person}
                  required
                  value={entry.IDPERSONNEL}
                  error={issues.IDPERSONNEL}
                  onChange={(IDPERSONNEL) => change(entry, { IDPERSONNEL })}
                />
                <DateTimeField
                  label={interventionText.start}
                  required
                  value={entry.DEBUT}
                  error={issues.DEBUT}
                  onChange={(DEBUT) => change(entry, { DEBUT })}
                />
                <DateTimeField
                  label={interventionText.end}
                  required
                  value={entry.FIN}
                  error={issues.FIN}
                  onChange={(FIN) => change(entry, { FIN })}
                />
                <ActionIcon
                  variant="subtle"
                  color="ardoise"
                  size={42}
                  className={styles.remove ?? ''}
                  aria-label={interventionText.removePlanning(index + 1)}
                  onClick={() => setPlanning(planning.filter((other) => other.id !== entry.id))}
                >
                  <IconTrash size={18} stroke={1.7} />
                </ActionIcon>
              </div>
            </Wide>
          )
        })}
        <Wide>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={() =>
              setPlanning([
                ...planning,
                newEntry(crypto.randomUUID(), { RDV_DEBUT: form.values.RDV_DEBUT, RDV_FIN: form.values.RDV_FIN }),
              ])
            }
          >
            {interventionText.addPlanning}
          </Button>
          <FieldChangeNotice form={form} name="IDINTERVENTION_PLANNING" />
        </Wide>
      </FormSection>
    </FormFrame>
  )
}

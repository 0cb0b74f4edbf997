import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { addDays, today } from '../../../schemas/dates.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import { entityOf } from '../../../schemas/resources.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useClientsHref } from '../../domain/navigation/use-way-back.ts'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import { FieldChangeNotice } from '../../forms/field-change.tsx'
import { FormFrame, FormSection, Wide } from '../../forms/form-frame.tsx'
import { newValues, valuesOf } from '../../forms/form-values.ts'
import type { FormValues } from '../../forms/payload.ts'
import { Fields } from '../../forms/resource-form.tsx'
import { useFormRecord } from '../../forms/use-form-record.ts'
import { useResourceForm } from '../../forms/use-resource-form.ts'
import { devisText } from '../../text/resource.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { type DraftLigne, ligneIssues, toLigne } from './lignes.ts'
import { LignesEditor } from './lignes-editor.tsx'

const entity = entityOf('devis')
/** Days for which a quote is valid by default. */
const VALIDITY_DAYS = 30

const drafts = (values: FormValues): DraftLigne[] =>
  Array.isArray(values.LIGNES) ? (values.LIGNES as DraftLigne[]) : []

const checkLines = (values: FormValues): Record<string, string> =>
  drafts(values).some((line) => Object.keys(ligneIssues(line)).length > 0) ? { LIGNES: devisText.lines } : {}

/** /manager/devis/create?IDPROJET= and /manager/devis/$id/edit. */
export function DevisFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const [query] = useQuery()
  const clients = useClientsHref()
  const { record: devis, gone } = useFormRecord('devis', id)
  const projet = useLiveRecord('projet', id === undefined ? query.IDPROJET : null)
  if (id !== undefined) {
    if (devis === undefined) return null
    return devis === null ? (
      <MissingRecord back={paths.manager.href()} />
    ) : (
      <DevisForm key={id} devis={devis} gone={gone} projet={null} />
    )
  }
  if (projet === undefined) return null
  if (projet === null) {
    return (
      <>
        <PageHeader title={devisText.create} back={clients} />
        <EmptyState
          text={devisText.noProject}
          action={
            <Button component={Link} to={clients}>
              {devisText.chooseClient}
            </Button>
          }
        />
      </>
    )
  }
  return <DevisForm devis={null} gone={false} projet={projet} />
}

interface DevisFormProps {
  devis: LocalRecord<'devis'> | null
  /** The quote was deleted while the form was open. */
  gone: boolean
  projet: LocalRecord<'projet'> | null
}

function DevisForm({ devis, gone, projet }: DevisFormProps) {
  const commands = useCommands()
  const zone = useZone()
  const [initial] = useState(() =>
    devis
      ? valuesOf(entity, devis)
      : newValues(entity, {
          IDPROJET: projet?.IDPROJET,
          IDCLIENT: projet?.IDCLIENT,
          OBJET: projet ? projetEntity.label(projet) : '',
          IDRESPONSABLEPROJET: projet?.IDRESPONSABLEPROJET,
          DATE_EDITION: today(zone),
          DATE_VALIDITE: addDays(today(zone), VALIDITY_DAYS),
        }),
  )
  const form = useResourceForm({
    entity,
    record: devis,
    initial,
    draftKey: `devis/${devis?.IDDEVIS ?? 'create'}`,
    check: checkLines,
    gone,
  })
  const save = async (): Promise<undefined> => {
    const payload = form.payload()
    const body = 'LIGNES' in payload ? { ...payload, LIGNES: drafts(form.values).map(toLigne) } : payload
    if (!devis) await commands.create('devis', body)
    else if (Object.keys(body).length > 0) await commands.update('devis', devis.IDDEVIS, body, { base: form.base() })
  }
  const back = devis
    ? paths.resource.view('devis', devis.IDDEVIS)
    : paths.resource.view('projet', projet?.IDPROJET ?? '')
  return (
    <FormFrame
      form={form}
      title={devis ? devisText.edit : devisText.create}
      entityTitle={entity.title}
      back={back}
      onSave={save}
    >
      <FormSection>
        <Wide>
          <Fields form={form} names={['OBJET']} />
        </Wide>
        <Fields form={form} names={['DATE_EDITION', 'DATE_VALIDITE', 'IDRESPONSABLEPROJET']} />
      </FormSection>
      <FormSection title={devisText.lines}>
        <Wide>
          <LignesEditor lines={drafts(form.values)} onChange={(lines) => form.set('LIGNES', lines)} showIssues />
          <FieldChangeNotice form={form} name="LIGNES" />
        </Wide>
      </FormSection>
    </FormFrame>
  )
}

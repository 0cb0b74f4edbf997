import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { addDays, today } from '../../../schemas/dates.ts'
import { subjectOf } from '../../../schemas/entities/projet.ts'
import { entityOf } from '../../../schemas/resources.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { VALIDITY_DAYS } from '../../domain/devis/copy-devis.ts'
import { useClientsHref } from '../../domain/navigation/use-way-back.ts'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import { FieldChangeNotice } from '../../forms/field-change.tsx'
import { FormFrame, FormSection, Wide } from '../../forms/form-frame.tsx'
import { newValues, valuesOf } from '../../forms/form-values.ts'
import type { FormValues } from '../../forms/payload.ts'
import { Fields } from '../../forms/resource-form.tsx'
import { useFormRecord } from '../../forms/use-form-record.ts'
import { type ResourceFormState, useResourceForm } from '../../forms/use-resource-form.ts'
import { devisText } from '../../text/devis-form.ts'
import { formatDate } from '../../ui/format/format.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useGo } from '../../ui/navigation/use-leave.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import styles from './devis.module.css'
import { draftsOf, ligneIssues, lostInForm, toLigne } from './lignes.ts'
import { LignesEditor } from './lignes-editor.tsx'

const entity = entityOf('devis')
const DETAILS = ['DATE_EDITION', 'DATE_VALIDITE', 'IDRESPONSABLEPROJET']

const checkLines = (values: FormValues): Record<string, string> =>
  draftsOf(values).some((line) => Object.keys(ligneIssues(line)).length > 0) ? { LIGNES: devisText.lines } : {}

/** /manager/devis/create?IDPROJET= and /manager/devis/$id/edit. */
export function DevisFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const [query] = useQuery()
  const clients = useClientsHref()
  const { record: devis, gone } = useFormRecord('devis', id)
  // A new quote that is open stays with its lines when its project leaves this device.
  const { record: projet } = useFormRecord('projet', id === undefined ? query.IDPROJET : null)
  if (id !== undefined) {
    if (devis === undefined) return null
    return devis === null ? (
      <MissingRecord back={paths.manager.href()} />
    ) : (
      <DevisForm key={id} devis={devis} gone={gone} projet={null} isNew={query.nouveau === '1'} />
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
  return <DevisForm devis={null} gone={false} projet={projet} startWithArticles={query.tarifs === '1'} />
}

/** Dates and person have their usual values: on a phone they are folded, unless one of them is wrong or was changed by somebody else. */
function Details({ form }: { form: ResourceFormState }) {
  const desktop = useDesktop()
  const needsLook = DETAILS.some(
    (name) => form.issues[name] !== undefined || form.changes.some(({ fields }) => fields.includes(name)),
  )
  const fields = <Fields form={form} names={DETAILS} />
  if (desktop) return fields
  const until = typeof form.values.DATE_VALIDITE === 'string' ? formatDate(form.values.DATE_VALIDITE) : null
  return (
    <details className={styles.details} open={needsLook || undefined}>
      <summary>{[devisText.details, until].filter(Boolean).join(' · ')}</summary>
      <div className={styles.detailFields}>{fields}</div>
    </details>
  )
}

interface DevisFormProps {
  devis: LocalRecord<'devis'> | null
  /** The quote was deleted while the form was open. */
  gone: boolean
  projet: LocalRecord<'projet'> | null
  /** The price list is open at first. */
  startWithArticles?: boolean
  /** A variant that was just made: its page was not shown yet, so the form leads there. */
  isNew?: boolean
}

function DevisForm({ devis, gone, projet, startWithArticles = false, isNew = false }: DevisFormProps) {
  const commands = useCommands()
  const go = useGo()
  const made = useRef<string>(undefined)
  const zone = useZone()
  const [initial] = useState(() =>
    devis
      ? valuesOf(entity, devis)
      : newValues(entity, {
          IDPROJET: projet?.IDPROJET,
          IDCLIENT: projet?.IDCLIENT,
          OBJET: projet ? subjectOf(projet) : '',
          IDRESPONSABLEPROJET: projet?.IDRESPONSABLEPROJET,
          DATE_EDITION: today(zone),
          DATE_VALIDITE: addDays(today(zone), VALIDITY_DAYS),
        }),
  )
  const check = useCallback((values: FormValues) => ({ ...lostInForm(values, devis), ...checkLines(values) }), [devis])
  const form = useResourceForm({
    entity,
    record: devis,
    initial,
    draftKey: `devis/${devis?.IDDEVIS ?? 'create'}`,
    check,
    gone,
  })
  const save = async (): Promise<undefined> => {
    const payload = form.payload()
    const body = 'LIGNES' in payload ? { ...payload, LIGNES: draftsOf(form.values).map(toLigne) } : payload
    if (!devis) made.current ??= await commands.create('devis', body)
    else if (Object.keys(body).length > 0) await commands.update('devis', devis.IDDEVIS, body, { base: form.base() })
  }
  const lost = lostInForm(form.values, devis)
  // What comes next is nearly always on the quote itself: showing it, sending it, having it signed.
  const toQuote = () => go(paths.resource.view('devis', devis?.IDDEVIS ?? made.current ?? ''), { replace: true })
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
      onSaved={devis && !isNew ? undefined : toQuote}
    >
      <FormSection>
        <Wide>
          <Fields form={form} names={['OBJET']} />
        </Wide>
        {devis?.GROUPE_VARIANTES || devis?.VARIANTE ? (
          <Wide>
            <Fields form={form} names={['VARIANTE']} />
          </Wide>
        ) : null}
        <Details form={form} />
      </FormSection>
      <FormSection title={devisText.lines}>
        <Wide>
          <LignesEditor
            lines={draftsOf(form.values)}
            onChange={(lines) => form.set('LIGNES', lines)}
            startWithArticles={startWithArticles && draftsOf(form.values).length === 0}
            // Submits the form itself, so that its guard, message and way on are the same.
            onSave={devis ? undefined : () => document.querySelector<HTMLFormElement>('form')?.requestSubmit()}
          />
          {lost.LIGNES ? (
            <p className={styles.closedIssue} role="alert">
              {lost.LIGNES}
            </p>
          ) : null}
          <FieldChangeNotice form={form} name="LIGNES" />
        </Wide>
      </FormSection>
    </FormFrame>
  )
}

import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Static } from 'typebox'
import { personnel } from '../../../schemas/entities/personnel.ts'
import { AppError } from '../../../schemas/errors.ts'
import { HandoverCounts } from '../../../schemas/handover.ts'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { mayManage } from '../../../schemas/rules/direction.ts'
import { callApi } from '../../data/api/api.ts'
import { useOffered } from '../../data/records/use-offered.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { ActionButton } from '../../domain/online/action-button.tsx'
import { asEntity } from '../../domain/online/answers.ts'
import { companyApi } from '../../domain/online/company-api.ts'
import { EntityFields } from '../../domain/online/entity-fields.tsx'
import { ReadingTrouble } from '../../domain/online/reading-trouble.tsx'
import { useOnlineForm } from '../../domain/online/use-online-form.ts'
import { useReading } from '../../domain/online/use-reading.ts'
import { agencyNeeded } from '../../domain/personnels/agency-needed.ts'
import { ACCOUNT_FIELDS, nameOf, StaffAccountAnswer } from '../../domain/personnels/staff-account.ts'
import { closingWords, TheirDevices } from '../../domain/personnels/their-devices.ts'
import { remainingOf } from '../../domain/personnels/their-portfolio.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { FormFrame, FormSection } from '../../forms/form-frame.tsx'
import { missingLabels, newValues, valuesOf } from '../../forms/form-values.ts'
import { accountsText } from '../../text/admin/accounts.ts'
import { ownCompanyText as text } from '../../text/own-company.ts'
import { passationText } from '../../text/passation.ts'
import { resourceText } from '../../text/resource.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useGo } from '../../ui/navigation/use-leave.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import styles from './comptes.module.css'

const PATH = '/entreprise/personnels'
const entity = asEntity(personnel)
type Account = Static<typeof StaffAccountAnswer>

const at = (id: string): string => `${PATH}/${encodeURIComponent(id)}`

/** /manager/comptes/create and /manager/comptes/$id/edit: somebody's account and rights, by a director. */
export function CompteFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const me = useStaff()
  const { online } = useSync().status
  const reading = useReading(online, async (signal) => ({
    record: id === undefined ? null : await companyApi.one(at(id), StaffAccountAnswer, signal),
  }))
  const record = reading.known?.record ?? null
  const refusal = id === me.id ? text.ownRights : record !== null && !mayManage(me, record) ? text.beyond : null
  if (reading.known !== null && refusal === null) return <AccountForm key={id} known={record} />
  return (
    <>
      <PageHeader title={id === undefined ? text.create : text.edit} back={paths.comptes.href()} />
      {refusal === null ? (
        <ReadingTrouble reading={reading} words={text.reading} card />
      ) : (
        <EmptyState text={refusal} />
      )}
    </>
  )
}

const OWN = { ownRefusal: true, silent: true } as const

/**
 * Asks, with what stays with this person, and what waits on their devices: their sessions end, and nobody can send it any more.
 * @returns null when it is not to be closed; else whether something is left to hand over
 */
async function mayClose(record: Account): Promise<boolean | null> {
  const path = at(record.IDPERSONNEL)
  const [waiting, { words, some }] = await Promise.all([
    closingWords(() => callApi(`${path}/appareils`, shapeOf(TheirDevices), OWN)),
    remainingOf(() => callApi(`${path}/portefeuille`, shapeOf(HandoverCounts), OWN)),
  ])
  const message = [text.confirmClose(nameOf(record)), words, waiting].filter((part) => part !== '').join(' ')
  return (await notices.confirm({ message })) ? some : null
}

/** The agencies that the account holds, archived ones too. */
const agenciesOf = (record: Account | null): string[] =>
  [record?.IDAGENCE, ...((record?.AGENCES as readonly unknown[] | null | undefined) ?? [])].filter(
    (id): id is string => typeof id === 'string',
  )

/** @param known read again when the network is back; the form keeps what it was opened with */
function AccountForm({ known }: { known: Account | null }) {
  const [record] = useState(known)
  const go = useGo()
  const agencies = useOffered('AGENCES', agenciesOf(record))
  const options = useMemo(() => {
    const offered = (agencies ?? []).map(({ id, LIBELLE }) => ({ value: id, label: LIBELLE }))
    return { IDAGENCE: offered, AGENCES: offered }
  }, [agencies])
  const initial = useMemo(() => (record === null ? newValues(entity) : valuesOf(entity, record)), [record])
  const offersAgency = agencies?.some(({ ARCHIVE }) => ARCHIVE !== 1) === true
  const check = useMemo(
    () => agencyNeeded(record === null ? null : initial, offersAgency),
    [record, initial, offersAgency],
  )
  const { form, frame, payload, seen, send } = useOnlineForm({
    entity,
    record,
    initial,
    draftKey: `manager/comptes/${record?.IDPERSONNEL ?? 'create'}`,
    check,
  })
  const save = async (): Promise<undefined> => {
    const body = payload()
    if (record !== null && Object.keys(body).length === 0) return
    const write = { data: StaffAccountAnswer, body, seen: seen() }
    await send(() =>
      companyApi.write(record === null ? 'POST' : 'PUT', record === null ? PATH : at(record.IDPERSONNEL), write),
    )
  }
  const setClosed = async (disabled: boolean): Promise<void> => {
    if (record === null) return
    if (frame.isDirty()) throw new AppError('CONFLICT', text.saveFirst)
    const remains = disabled && (await mayClose(record))
    if (remains === null) return
    await companyApi.write('PUT', at(record.IDPERSONNEL), { data: StaffAccountAnswer, body: { disabled } })
    frame.markSaved()
    notices.success(disabled ? text.closed : text.reopened)
    // Nobody comes to what is planned until a colleague has it.
    go(remains ? paths.passation.href(record.IDPERSONNEL) : paths.comptes.href(), { replace: true })
  }
  return (
    <>
      <FormFrame
        // « Agence » may lack although nobody has come to it yet.
        form={{ ...frame, missing: missingLabels(entity, Object.keys(frame.issues)) }}
        title={record === null ? text.create : text.edit}
        entityTitle={personnel.title}
        back={paths.comptes.href()}
        onSave={save}
      >
        <FormSection>
          <EntityFields
            entity={entity}
            names={ACCOUNT_FIELDS}
            form={form}
            options={options}
            choices={{ ROLES: resourceText.choices.ROLES ?? {} }}
            hints={{
              MAIL: accountsText.mailHint,
              ROLES: accountsText.rolesHint,
              TOUTES_AGENCES: accountsText.allAgenciesHint,
            }}
          />
        </FormSection>
      </FormFrame>
      {record === null ? null : (
        <div className={styles.below}>
          {record.disabled ? (
            <ActionButton label={text.reopen} run={() => setClosed(false)} />
          ) : (
            <ActionButton label={text.close} run={() => setClosed(true)} variant="subtle" color="rouge" />
          )}
          <Button component={Link} to={paths.passation.href(record.IDPERSONNEL)} variant="default">
            {passationText.prepare}
          </Button>
        </div>
      )}
    </>
  )
}

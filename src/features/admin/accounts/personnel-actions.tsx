import { IconMail, IconShieldOff } from '@tabler/icons-react'
import * as Type from 'typebox'
import { HandoverCounts } from '../../../../schemas/handover.ts'
import { ActionButton } from '../../../domain/online/action-button.tsx'
import { nameOf, StaffAccountAnswer } from '../../../domain/personnels/staff-account.ts'
import { closingWords, TheirDevices } from '../../../domain/personnels/their-devices.ts'
import { remainingOf } from '../../../domain/personnels/their-portfolio.ts'
import { accountsText } from '../../../text/admin/accounts.ts'
import { notices } from '../../../ui/notices/notices.tsx'
import { adminApi } from '../online/admin-api.ts'
import { ImpersonateButton } from './impersonate-button.tsx'
import { mayLogIn, type PersonnelRow } from './personnel.ts'

const Sent = Type.Object({ recipient: Type.String() })

/** The administrator's actions on one member of the staff: impersonate them, send the installation mail, close or open the account (ADM-02). */
export function PersonnelActions({ row, reload }: { row: PersonnelRow; reload: () => void }) {
  const name = nameOf(row)
  const invite = async (): Promise<void> => {
    const { recipient } = await adminApi.write('POST', '/admin/send_installation_mail', {
      data: Sent,
      body: { IDPERSONNEL: row.IDPERSONNEL, company_id: row.company.id },
    })
    notices.success(accountsText.installationSent(recipient))
    reload()
  }
  const reset = async (): Promise<void> => {
    if (!(await notices.confirm({ message: accountsText.confirmFactorReset(name) }))) return
    await adminApi.remove(`/admin/personnels/${encodeURIComponent(row.IDPERSONNEL)}/second_factor`, {
      company_id: row.company.id,
    })
    notices.success(accountsText.factorReset)
  }
  const setDisabled = async (disabled: boolean): Promise<void> => {
    const path = `/admin/personnels/${encodeURIComponent(row.IDPERSONNEL)}`
    const query = { company_id: row.company.id }
    if (disabled) {
      const [waiting, { words }] = await Promise.all([
        closingWords(() => adminApi.one(`${path}/appareils`, TheirDevices, { query })),
        remainingOf(() => adminApi.one(`${path}/portefeuille`, HandoverCounts, { query })),
      ])
      const message = [accountsText.confirmClose(name), words, waiting].filter((part) => part !== '').join(' ')
      if (!(await notices.confirm({ message }))) return
    }
    await adminApi.write('PUT', path, { data: StaffAccountAnswer, body: { disabled }, query })
    notices.success(disabled ? accountsText.closed : accountsText.reopened)
    reload()
  }
  return (
    <>
      {mayLogIn(row) && (
        <ImpersonateButton target={{ kind: 'personnel', id: row.IDPERSONNEL, companyId: row.company.id, name }} />
      )}
      {(row.MAIL !== null || row.has_account) && !row.disabled && (
        <ActionButton label={accountsText.installation} of={name} run={invite} leftSection={<IconMail size={18} />} />
      )}
      {row.has_account && (
        <ActionButton
          label={accountsText.resetFactor}
          of={name}
          run={reset}
          leftSection={<IconShieldOff size={18} />}
        />
      )}
      {row.disabled ? (
        <ActionButton label={accountsText.reopen} of={name} run={() => setDisabled(false)} />
      ) : (
        <ActionButton
          label={accountsText.close}
          of={name}
          run={() => setDisabled(true)}
          variant="subtle"
          color="rouge"
        />
      )}
    </>
  )
}

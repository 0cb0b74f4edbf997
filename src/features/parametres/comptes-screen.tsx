import { Button } from '@mantine/core'
import { IconMail, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import * as Type from 'typebox'
import { mayManage } from '../../../schemas/rules/direction.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { ActionButton } from '../../domain/online/action-button.tsx'
import { companyApi } from '../../domain/online/company-api.ts'
import { ReadingTrouble } from '../../domain/online/reading-trouble.tsx'
import { useReading } from '../../domain/online/use-reading.ts'
import { AccountChip } from '../../domain/personnels/account-chip.tsx'
import { RoleChips } from '../../domain/personnels/role-chips.tsx'
import { accountState, nameOf, StaffAccountRow } from '../../domain/personnels/staff-account.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { ownCompanyText as text } from '../../text/own-company.ts'
import { above, RowLink } from '../../ui/list/row-link.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import styles from './comptes.module.css'

const PATH = '/entreprise/personnels'
const Sent = Type.Object({ recipient: Type.String() })

/** /manager/comptes: who works here, who may log in, and the invitation of those who do not yet. */
export function ComptesScreen() {
  const { online } = useSync().status
  const reading = useReading(online, (signal) => companyApi.list(PATH, StaffAccountRow, signal))
  const rows = reading.known
  return (
    <>
      <PageHeader
        title={text.accounts.title}
        subtitle={text.accounts.hint}
        back={paths.parametres.href()}
        actions={
          <Button component={Link} to={paths.comptes.create()} leftSection={<IconPlus size={18} />}>
            {text.create}
          </Button>
        }
      />
      <ReadingTrouble reading={reading} words={text.reading} card />
      {rows === null ? null : rows.length === 0 ? (
        <EmptyState text={text.empty} />
      ) : (
        <Panel title={text.accounts.title}>
          <ul className={styles.accounts} aria-label={text.accounts.title}>
            {rows.map((row) => (
              <Row key={row.IDPERSONNEL} row={row} online={online} />
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

function Row({ row, online }: { row: StaffAccountRow; online: boolean }) {
  const me = useStaff()
  const mine = row.IDPERSONNEL === me.id
  const manages = mayManage(me, row)
  const invite = async (): Promise<void> => {
    const { recipient } = await companyApi.write('POST', `${PATH}/${encodeURIComponent(row.IDPERSONNEL)}/invitation`, {
      data: Sent,
      body: {},
    })
    notices.success(text.invited(recipient))
  }
  return (
    <li className={styles.account}>
      <div className={styles.who}>
        {manages || mine ? (
          <RowLink href={paths.comptes.edit(row.IDPERSONNEL)}>{nameOf(row)}</RowLink>
        ) : (
          <span>{nameOf(row)}</span>
        )}
        <div className={styles.detail}>{row.MAIL ?? text.noMail}</div>
        {manages || mine ? null : <div className={styles.detail}>{text.beyond}</div>}
        <div className={styles.chips}>
          <RoleChips roles={row.ROLES} />
          <AccountChip state={accountState(row)} />
        </div>
      </div>
      {row.MAIL === null || row.disabled || mine || !manages || !online ? null : (
        <span className={above}>
          <ActionButton label={text.invite} of={nameOf(row)} run={invite} leftSection={<IconMail size={18} />} />
        </span>
      )}
    </li>
  )
}
